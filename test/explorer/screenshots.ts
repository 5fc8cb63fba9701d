/**
 * `npm run screenshots [folder]`: writes pictures of every view of the explorer: light, dark and on a phone.
 * Views are listed in `rig/views.ts`.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { closeBrowser, openVisit, type Sight, settled } from './rig/browser.ts';
import { loadSample, serveDataset } from './rig/served.ts';
import { SHOWN_VIEWS } from './rig/views.ts';

const SIGHTS: Readonly<Record<string, Sight>> = {
  light: { scheme: 'light' },
  dark: { scheme: 'dark' },
  phone: { width: 320, height: 640 },
};

const [folder = 'data/screenshots', ...only] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const served = await serveDataset(loadSample);
try {
  for (const [name, path] of Object.entries(SHOWN_VIEWS).filter(
    ([view]) => only.length === 0 || only.includes(view),
  ))
    for (const [sight, how] of Object.entries(SIGHTS)) {
      const visit = await openVisit(`${served.address}${path}`, how);
      await settled(visit);
      await visit.page.screenshot({ path: join(folder, `${name}-${sight}.png`), fullPage: true });
      await visit.context.close();
      for (const fault of visit.faults) console.error(`${path}: ${fault}`);
    }
} finally {
  await closeBrowser();
  await served.close();
}
console.log(`Written to ${folder}`);
