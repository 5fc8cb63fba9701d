import { render } from 'preact';
import { followLinks } from './address/navigation.ts';
import { App } from './app.tsx';
import { takeTokenFromAddress } from './service/session.ts';
import { viewAt } from './views/index.ts';

await takeTokenFromAddress();
// a link with a token, pasted into this tab, loads nothing
addEventListener('hashchange', async () => {
  if (await takeTokenFromAddress()) location.reload();
});
followLinks((address) => viewAt(address) !== null);
const page = document.getElementById('page');
if (page) render(<App />, page);
