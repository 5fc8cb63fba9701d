import { join } from 'node:path';
import { overviewOf } from '../../../api/routes/overview.ts';
import type { Config } from '../../../config.ts';
import { OperatorError, USAGE } from '../../../domain/operator-error.ts';
import type { KnownJurisdiction } from '../../../domain/reading/figure-reading.ts';
import { formatTime, plural } from '../../../domain/text/wording.ts';
import type { PublishOptions } from '../../../publish/publish-version.ts';
import { STATES } from '../../../states/index.ts';
import { usualSchedule } from '../../../store/query/completeness.ts';
import { readLoadedMonths } from '../../../store/query/overview.ts';
import { oneLine, print, printJson } from '../../output/print.ts';
import { limitedPlaces, type PlaceLimits } from '../../place-limits.ts';
import { lookAt } from '../look/records.ts';

/** `allocations publish --format site`: writes the explorer and its figures as files for any web server. */
export async function publishSiteFiles(
  config: Config,
  options: PublishOptions,
  limits: PlaceLimits,
  isJson: boolean,
): Promise<void> {
  const { folder, programVersion } = options;
  const { publishSite } = await import('../../../publish/site/publication.ts');
  const { isNew, name, manifest, removed } = await publishSite({
    ...options,
    ...(await chosenOf(config, options.database, limits)),
    overviewOf: (view, states) => {
      const overview = overviewOf(view, readLoadedMonths(view.dataset), programVersion, usualSchedule());
      return {
        ...overview,
        states: overview.states.filter(({ state }) => states.some(({ code }) => code === state)),
      };
    },
  });
  if (isJson) {
    printJson({ is_new: isNew, folder: name, ...manifest, removed });
    return;
  }
  const path = join(folder, name);
  const files = [...manifest.files, ...manifest.shared];
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const head = isNew
    ? `Published ${path}: ${plural(files.length, 'file')}, ${(bytes / 1024 / 1024).toFixed(1)} MiB.`
    : `Nothing new. ${path} of ${formatTime(manifest.created_at)} already contains this data.`;
  const old = removed.length > 0 ? [`  Removed ${plural(removed.length, 'older version')}.`] : [];
  print([head, ...old].map(oneLine).join('\n'));
}

/** The states of the site, and its places unless it has all places of these states. */
async function chosenOf(config: Config, db: string, limits: PlaceLimits) {
  const { onlyState, onlyCounty, jurisdictions } = limits;
  if ((onlyCounty ?? jurisdictions) === undefined)
    return { states: STATES.filter(({ code }) => code === (onlyState ?? code)), places: null };
  const places: KnownJurisdiction[] = [];
  await lookAt(config, { db }, async (view) => {
    places.push(...limitedPlaces(view, limits));
  });
  if (places.length === 0) throw new OperatorError('No place matches.', USAGE);
  const states = STATES.filter(({ code }) => places.some(({ state }) => state === code));
  return { states, places: [...new Set(places.map(({ id }) => id))].sort((a, b) => a - b) };
}
