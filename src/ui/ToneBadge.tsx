import { StatusBadge } from './StatusBadge.tsx';
import type { StatusName } from './theme/tokens.ts';

/** What a state means, in the words definitions use. */
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

/** A state in its own words: normal whispers as a tick and plain text, any other is a filled badge. */
export function ToneBadge({ tone, text, icon }: { tone: Tone; text: string; icon?: string }) {
  if (tone === 'normal') return <StatusBadge status="concluded" appearance="quiet" text={text} icon={icon} />;
  return <StatusBadge status={statusOf[tone]} text={text} icon={icon ?? 'none'} />;
}
