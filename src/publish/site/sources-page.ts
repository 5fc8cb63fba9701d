import type { State } from '../../states/state.ts';
import { readStateSources } from '../../store/query/overview.ts';
import { readGivingReports } from '../../store/query/sources.ts';
import type { DatasetView } from '../../store/query/view.ts';

/** No report names its license, and no portal does in what the program reads of it. */
const NOT_STATED = 'not stated by the source';

/** The page that names the reports behind the figures of the places of a site, and their terms. */
export function sourcesPage(view: DatasetView, states: readonly State[]): string {
  const ofStates = readStateSources(view.dataset).filter(({ state }) => states.includes(state));
  const sections = ofStates.map(({ state, reports, newest, hosts, hasInvented }) => {
    const from =
      hosts.length > 0
        ? ` Downloaded from ${hosts.join(', ')}.`
        : ' No report names the portal that it is from.';
    const license = hasInvented ? '' : ` License of the reports: ${NOT_STATED}.`;
    const invented = hasInvented ? ' Some reports are a sample: their figures are invented.' : '';
    const places = [...view.jurisdictions.values()].filter((place) => place.state === state.code);
    const giving = readGivingReports(
      view.dataset,
      state,
      places.map(({ id }) => id),
    );
    const rows = giving.map(
      ({ file_name, sha256 }) => `<tr><td>${escaped(file_name)}</td><td><code>${sha256}</code></td></tr>`,
    );
    return `<h2>${escaped(state.name)}</h2>
<p>${reports} reports${newest ? `, the newest of ${newest}` : ''}.${escaped(from)}${license}${invented}</p>
<details><summary>Reports that figures come from</summary>
<table><thead><tr><th>File</th><th>SHA-256</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></details>`;
  });
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sources</title>
<style>body{font-family:system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}td,th{text-align:left;padding:.2rem .6rem .2rem 0}code{font-size:.8rem;overflow-wrap:anywhere}</style>
</head>
<body>
<p><a href="../">Back to the figures</a></p>
<h1>Sources</h1>
<p>Dataset ${escaped(view.version)}. The states publish these reports. If a portal has terms of use, they apply to its reports. This site adds none of its own.</p>
<p>This site is a copy of one version. It has no HTTP API and no whole lists as files: the service of the dataset has them.</p>
${sections.join('\n')}
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
