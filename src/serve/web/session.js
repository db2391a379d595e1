// The secrets of the sides that this visitor plays: read from the link, kept in the browser, given away, exchanged.
import { share } from './dialogs.js';
import { gameAt } from './net.js';
import { sidesOf } from './sides.js';
import { known, remember } from './store.js';

export class Session {
  constructor(app) {
    this.app = app;
    const hash = new URLSearchParams(location.hash.slice(1));
    /** Whether the link said that it gives a side. */
    this.claimed = hash.has('w') || hash.has('b');
    this.keys = Object.fromEntries(['w', 'b'].filter(side => hash.get(side)).map(side => [side, hash.get(side)]));
  }

  /** The secrets to show. A side that was just taken has its new one and its old one, until the new one has been shown. */
  secrets() { return Object.values(this.keys).flatMap(key => key.split('.')); }

  /** The sides whose secrets the link has. */
  sides() { return sidesOf(this.hash()); }

  /** The part of the link that has the secrets. */
  hash() { return Object.entries(this.keys).map(([side, key]) => `${side}=${key}`).join('&'); }

  /** Shows the secrets again. Each time waits for the answer to the time before, which may change the secrets. */
  rejoin() {
    const show = () => this.app.line.rejoin(this.secrets());
    this.shown = (this.shown ?? Promise.resolve()).then(show, show);
    return this.shown;
  }

  /** Keeps the game in this browser, and with it whatever else is said of it. */
  keep(more = {}) {
    remember({ id: this.app.game, hash: this.hash(), variant: this.app.introduction.variant.name, when: Date.now(), ...more });
  }

  /** Takes the new secret of the side one has taken. While it is exchanged, another new one is left: it will be void. */
  async adopt(side, secret) {
    if (this.isAdopting) return;
    this.isAdopting = true;
    await this.exchange(side, secret).finally(() => { this.isAdopting = false; });
  }

  /** Keeps the new secret of a side, and shows it: from then on it alone is good. */
  async exchange(side, secret) {
    const hold = key => {
      this.keys = { [side]: key };
      this.keep();
      history.replaceState(null, '', `#${this.hash()}${location.hash.includes('share') ? '&share' : ''}`);
    };
    hold(`${secret}.${this.keys[side].split('.').pop()}`);
    await this.rejoin();
    hold(secret);
    this.app.line.keys = this.secrets();
  }

  /** Keeps one side's secret and gives the other's away. */
  async keepOnly(side) {
    const other = side === 'w' ? 'b' : 'w';
    const invite = `${other}=${this.keys[other]}`;
    this.keys = { [side]: this.keys[side] };
    this.keep({ invite });
    history.replaceState(null, '', `#${this.hash()}`);
    await this.rejoin();
    this.app.flip(side === 'b');
    share(this.app);
  }

  /** Asks for a link by which another browser takes over one's side. Once it is opened, the side is no longer played here. */
  async handOver() {
    const { side, secret } = await this.app.request({ do: 'handover' });
    this.isHanded = true;
    return `${side[0]}=${secret}`;
  }

  /** Asks for a code by which the same person takes one's side along to another browser. */
  async giveCode() {
    const given = await this.app.request({ do: 'givecode' });
    this.isHanded = true;
    return given;
  }

  /** Takes the side whose code was typed: this page begins anew, with its secret. */
  async takeCode(code) {
    const { side, secret } = await this.app.request({ do: 'takecode', code });
    history.replaceState(null, '', `#${side[0]}=${secret}`);
    location.reload();
  }

  /** Goes on to the rematch. The links have changed sides. */
  goToRematch() {
    const { state, game, introduction } = this.app;
    const hash = Object.entries({ w: this.keys.b, b: this.keys.w }).filter(([, key]) => key).map(([side, key]) => `${side}=${key}`).join('&');
    const invite = known(game)?.invite?.replace(/^./, side => (side === 'w' ? 'b' : 'w'));
    if (hash) remember({ id: state.next, hash, variant: introduction.variant.name, when: Date.now(), ...(invite && { invite }) });
    location.assign(`${gameAt(state.next)}${hash && `#${hash}`}`);
  }
}
