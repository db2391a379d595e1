// What stands in place of a page that cannot be had: it tries again when asked, and when there is a network again.
import { press } from './shell.js';

press('retry', () => location.reload());
addEventListener('online', () => location.reload());
