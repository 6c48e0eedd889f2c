import { StatusBadge } from './StatusBadge.tsx';
import type { StatusName } from '../theme/tokens.ts';

/** The tones that definitions give to a state. */
const tones = ['normal', 'neutral', 'info', 'success', 'warning', 'danger'] as const;
export type Tone = (typeof tones)[number];

const statusOf: Record<Tone, StatusName> = {
  normal: 'concluded',
  neutral: 'backlog',
  info: 'progress',
  success: 'concluded',
  warning: 'blocked',
  danger: 'late',
};

/** A state in a given tone: a tick and plain text for normal, a filled badge for any other. */
export function ToneBadge({ tone, text, icon }: { tone: Tone; text: string; icon?: string }) {
  if (tone === 'normal') return <StatusBadge status="concluded" appearance="quiet" text={text} icon={icon} />;
  return <StatusBadge status={statusOf[tone]} text={text} icon={icon ?? 'none'} />;
}
