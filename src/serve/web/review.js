// A review of the main line: how it stood after each move as a graph, and the moves that cost most with what was better.
import { $, make } from './dom.js';
import { ask } from './net.js';
import { el } from './outlines.js';
import { press } from './shell.js';
import { t } from './text.js';
import { numberOf } from './tree.js';
import { told } from './worth.js';

/** The number of moves that are listed, and the least that one of them costs: a part of the way from lost to won. */
const [LISTED, LEAST] = [3, 0.05];
const WON = { white: 1, black: -1 };

export class Review {
  constructor(app) {
    this.app = app;
    press('review', () => (this.asked ? this.end() : this.begin().catch(e => app.tell(e.message))));
  }

  end() {
    this.asked?.abort();
    this.asked = null;
    this.nodes = [];
    $('reviewed').hidden = true;
    $('review').setAttribute('aria-pressed', 'false');
  }

  /** Asks how each position of the main line stands, one after the other. */
  async begin() {
    const { app } = this;
    const { tree } = app;
    const nodes = tree.path(tree.end(tree.root));
    if (nodes.length < 2) return app.tell(t('review.none'));
    const asked = new AbortController();
    Object.assign(this, { asked, nodes, found: [] });
    $('review').setAttribute('aria-pressed', 'true');
    $('reviewed').hidden = false;
    for (const node of nodes) {
      try {
        const { lines: [line] } = await ask('POST', '/api/positions/lines', { at: app.wanted(node), lines: 1 }, asked.signal);
        if (!line) node.seen ??= await ask('POST', '/api/positions', app.wanted(node));
        if (asked.signal.aborted) return;
        this.found.push(line ?? { share: WON[node.seen.position.winner] ?? 0, value: '', texts: [], moves: [] });
      } catch (e) {
        if (asked.signal.aborted) return;
        this.end();
        throw e;
      }
      this.show();
    }
  }

  /** The moves that cost most, the dearest first. */
  costly() {
    const { nodes, found } = this;
    const all = found.slice(1).map((after, n) => {
      const before = found[n];
      const node = nodes[n + 1];
      return { node, before, after, cost: (before.share - after.share) * WON[node.move.color] };
    });
    return all.filter(({ node, before, cost }) => cost > LEAST && before.texts[0] && before.texts[0] !== node.move.text).sort((a, b) => b.cost - a.cost).slice(0, LISTED);
  }

  show() {
    const { app, nodes, found } = this;
    const last = nodes.length - 1;
    const y = share => (1 - share).toFixed(3);
    const line = found.map(({ share }, n) => `${n},${y(share)}`).join(' ');
    const graph = el('svg', { viewBox: `0 0 ${last} 2`, preserveAspectRatio: 'none', class: 'graph', role: 'img', 'aria-label': t('review.graph', { n: found.length - 1, of: last }) });
    graph.append(el('polygon', { points: `0,2 ${line} ${found.length - 1},2` }), el('path', { d: `M0 1H${last}` }), el('polyline', { points: line }));
    graph.addEventListener('click', event => {
      const { left, width } = graph.getBoundingClientRect();
      app.go(nodes[Math.round(((event.clientX - left) / width) * last)]).catch(e => app.tell(e.message));
    });
    const costly = this.costly().map(move => make('li', {}, this.better(move)));
    const none = found.length > last && !costly.length ? [make('li', { textContent: t('review.nothing') })] : [];
    $('reviewed').replaceChildren(graph, make('ol', { className: 'costly', ariaLabel: t('review.costly') }, ...costly, ...none));
  }

  /** A move that cost much: pressed, what was better is entered in its place. */
  better({ node, before, after }) {
    const words = t('review.better', { move: `${numberOf(node.parent.position)} ${node.move.short}`, before: told(before.value), after: told(after.value) || t('advice.over'), better: before.moves[0] });
    const button = make('button', { type: 'button', className: 'ply', textContent: words });
    button.addEventListener('click', async () => {
      try {
        await this.app.go(node.parent);
        await this.app.enter(before.texts.slice(0, 1));
      } catch (e) { this.app.tell(e.message); }
    });
    return button;
  }
}
