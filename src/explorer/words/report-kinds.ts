import { capitalized } from '../../domain/text/wording.ts';

/** `ca/monthly-statement` as `monthly statement`. */
export function nameKind(kind: string): string {
  return kind.replace(/^.*\//, '').replaceAll('-', ' ');
}

/** `Monthly statement`, where the name stands alone. */
export function headKind(kind: string): string {
  return capitalized(nameKind(kind));
}
