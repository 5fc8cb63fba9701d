import { join } from 'node:path';
import { overviewOf } from '../../../api/routes/overview.ts';
import { plural } from '../../../domain/text/wording.ts';
import type { PublishOptions } from '../../../publish/publish-version.ts';
import { STATES } from '../../../states/index.ts';
import { usualSchedule } from '../../../store/query/completeness.ts';
import { readLoadedMonths } from '../../../store/query/overview.ts';
import { oneLine, print, printJson } from '../../output/print.ts';

/** `allocations publish --format site`: writes the explorer and its figures as files for any web server. */
export async function publishSiteFiles(
  options: PublishOptions,
  onlyState: string | undefined,
  isJson: boolean,
): Promise<void> {
  const { folder, programVersion } = options;
  const { publishSite } = await import('../../../publish/site/publication.ts');
  const { isNew, name, manifest, removed } = await publishSite({
    ...options,
    states: STATES.filter(({ code }) => onlyState === undefined || code === onlyState),
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
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  const head = isNew
    ? `Published ${path}: ${plural(manifest.files.length, 'file')}, ${(bytes / 1024 / 1024).toFixed(1)} MiB.`
    : `Nothing new. ${path} of ${manifest.created_at} already contains this data.`;
  const old = removed.length > 0 ? [`  Removed ${plural(removed.length, 'older version')}.`] : [];
  print([head, ...old].map(oneLine).join('\n'));
}
