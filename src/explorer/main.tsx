import { render } from 'preact';
import { followLinks } from './address/navigation.ts';
import { App } from './app.tsx';
import { takeTokenFromAddress } from './service/session.ts';
import { viewAt } from './views/index.ts';

takeTokenFromAddress();
// a link with a token, pasted into this tab, loads nothing
addEventListener('hashchange', () => {
  if (!takeTokenFromAddress()) return;
  location.reload();
});
followLinks((address) => viewAt(address) !== null);
const page = document.getElementById('page');
if (page) render(<App />, page);
