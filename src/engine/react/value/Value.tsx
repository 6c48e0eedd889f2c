import { valueAt } from '../../../contracts/json-pointer.ts';
import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { Json } from '../../../contracts/json.ts';
import { pictureUrl } from '../../../contracts/url.ts';
import { PersonAvatar, ToneBadge } from '../../../ui/index.ts';
import { useEngine } from '../context.ts';
import { useAddress, useFormat, useText } from '../hooks.ts';
import { Link } from './Link.tsx';
import { isBlank, isFigure, valueText } from './value-text.ts';
import type { ValueSettings } from './value-text.ts';

const useStyles = makeStyles({
  person: { display: 'inline-flex', alignItems: 'center', gap: '8px', minWidth: 0, maxWidth: '100%' },
  name: { overflow: 'hidden', textOverflow: 'ellipsis' },
  figure: { fontVariantNumeric: 'tabular-nums' },
});

/** The address that a value links to; null for formats without one. */
function targetOf(settings: ValueSettings, raw: unknown, rowAddress: string | null): string | null {
  if (settings.link !== undefined) return rowAddress;
  if (typeof raw !== 'string' && typeof raw !== 'number') return null;
  switch (settings.format) {
    case 'link':
      return String(raw);
    case 'email':
      return `mailto:${raw}`;
    case 'phone':
      return `tel:${String(raw).replace(/[^\d+]/g, '')}`;
    default:
      return null;
  }
}

/** One value of a record in the format of its settings: badge, link, person, or plain text. */
export function Value({
  settings,
  raw,
  row,
}: {
  settings: ValueSettings;
  raw: unknown;
  row: Record<string, Json> | null;
}): ReactNode {
  const styles = useStyles();
  const { host } = useEngine();
  const format = useFormat();
  const t = useText();
  const addressOf = useAddress();
  const text = valueText(settings, raw, format, t, settings.format === 'relative' ? host.now() : undefined);
  if (isBlank(raw)) return text;
  const { format: kind } = settings;
  if (kind === 'badge' || (kind === 'boolean' && settings.tones)) {
    const key = String(raw);
    const tone = settings.tones && Object.hasOwn(settings.tones, key) ? settings.tones[key] : undefined;
    return <ToneBadge tone={tone ?? 'neutral'} text={text} />;
  }
  const rowAddress = settings.link === undefined ? null : addressOf(settings.link, row ?? undefined);
  const linked = <Link to={targetOf(settings, raw, rowAddress)}>{text}</Link>;
  if (kind === 'relative') return <span title={format.datetime(raw)}>{linked}</span>;
  if (kind === 'person') {
    const image = settings.image === undefined ? null : valueAt(row, settings.image.split('.'));
    return (
      <span className={styles.person}>
        <PersonAvatar decorative size={24} name={text} image={pictureUrl(image)} />
        <span className={styles.name}>{linked}</span>
      </span>
    );
  }
  return isFigure(settings) ? <span className={styles.figure}>{linked}</span> : linked;
}
