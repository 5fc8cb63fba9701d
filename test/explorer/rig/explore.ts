import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import type { DatasetRig } from '../../rig/service.ts';
import { leave, openVisit, type Sight, settled, type Visit } from './browser.ts';
import { loadSample, type Served, serveDataset } from './served.ts';

/** How a visit differs from the usual one. */
export interface VisitChoices extends Sight {
  /** Faults that the test causes, such as the console's line on an answer with status 401. */
  expected?: RegExp;
  /** Whether the view is complete when the test begins. Default: it is. */
  isSettled?: boolean;
}

/** The explorer over a dataset, for all tests of a file. */
export interface Explorer {
  /** Opens an address such as `/compare?ids=60001990`. At the end, no fault may have come up in the tab. */
  visit(path: string, choices?: VisitChoices): Promise<Visit>;
  /** The answer of the service that the page shows. */
  json<Body>(path: string): Promise<Body>;
  served(): Served;
}

/** Serves a dataset for the tests of a file, by default the sample of the tour without tokens. */
export function explore(
  load: (rig: DatasetRig) => Promise<unknown> = loadSample,
  options: Parameters<typeof serveDataset>[1] = {},
): Explorer {
  let running: Served | undefined;
  beforeAll(async () => {
    running = await serveDataset(load, options);
  });
  afterAll(async () => {
    await running?.close();
  });
  const served = () => {
    if (!running) throw new Error('the service starts before the first test');
    return running;
  };
  return {
    served,
    json: (path) => served().service.json(path),
    visit: async (path, { expected, isSettled = true, ...sight } = {}) => {
      const visit = await openVisit(`${served().address}${path}`, sight);
      onTestFinished(async () => {
        await leave(visit);
        expect(visit.faults.filter((fault) => !expected?.test(fault))).toEqual([]);
      });
      if (isSettled) await settled(visit);
      return visit;
    },
  };
}

/** Runs a script before those of each page that the tab opens next, until the test ends. */
export async function beforeEachPage(tab: Page | BrowserContext, script: () => void): Promise<void> {
  const added = await tab.addInitScript(script);
  onTestFinished(() => added.dispose());
}
