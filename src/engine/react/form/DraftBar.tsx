import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { localeOf } from '../../../contracts/language.ts';
import type { Draft } from '../../core/index.ts';
import { useEngine } from '../context.ts';
import { useLanguage, useText } from '../hooks.ts';

/** Offers a draft from an earlier visit. */
export default function DraftBar({
  draft,
  onTake,
  onDiscard,
}: {
  draft: Draft;
  onTake(): void;
  onDiscard(): void;
}) {
  const t = useText();
  const { host } = useEngine();
  const locale = localeOf[useLanguage()];
  const ago = shownAgo(host.now().getTime() - Date.parse(draft.savedAt), locale);
  return (
    <MessageBar intent="info" layout="multiline" role="status">
      <MessageBarBody>{t('form.draft.title', { ago })}</MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={onTake}>
          {t('form.draft.take')}
        </Button>
        <Button size="small" appearance="transparent" onClick={onDiscard}>
          {t('form.draft.discard')}
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}

/** A time span in the language, like `há 5 min`. */
function shownAgo(milliseconds: number, locale: string): string {
  const minutes = Math.max(0, Math.round(milliseconds / 60_000));
  const format = new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'always' });
  if (minutes < 60) return format.format(-minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? format.format(-hours, 'hour') : format.format(-Math.round(hours / 24), 'day');
}
