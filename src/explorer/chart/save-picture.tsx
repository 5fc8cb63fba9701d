import { useOverview } from '../service/overview.ts';
import { saveFile, useSavedName } from '../table/save-file.ts';
import type { PictureProps } from './picture.tsx';

/** Buttons that save the chart: always wide and in light colors, whatever the window is like. */
export function SavePicture({ fileName, ...shown }: Omit<PictureProps, 'origin'> & { fileName: string }) {
  const { version } = useOverview();
  const name = useSavedName(fileName);
  // loaded when a reader asks for it
  const saveAs = async (ending: 'svg' | 'png') => {
    const { svgOf, pngOf } = await import('./picture.tsx');
    const svg = svgOf({ ...shown, origin: `Version ${version.slice(0, 8)}. ${location.href}` });
    saveFile(`${name}.${ending}`, ending === 'svg' ? svg : await pngOf(svg));
  };
  return (
    <p class="actions">
      <button type="button" onClick={() => saveAs('svg')}>
        Save chart as SVG
      </button>
      <button type="button" onClick={() => saveAs('png')}>
        PNG
      </button>
    </p>
  );
}
