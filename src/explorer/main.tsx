import { render } from 'preact';
import { DATASET } from '../records/documents/document-shelf.ts';
import { currentAddress, followLinks } from './address/navigation.ts';
import { App } from './app.tsx';
import { load } from './service/engine.ts';
import { takeTokenFromAddress } from './service/session.ts';
import { isView, viewAt } from './views/index.ts';

// beside the first questions
viewAt(currentAddress()).Show.load?.();
await takeTokenFromAddress();
load(DATASET).catch(() => {});
// a link with a token, pasted into this tab, loads nothing
addEventListener('hashchange', async () => {
  if (await takeTokenFromAddress()) location.reload();
});
followLinks(isView);
const page = document.getElementById('page');
// the text for browsers that cannot run this
page?.replaceChildren();
if (page) render(<App />, page);
