import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import type { HtmlProps } from '../../src/engine/core/index.ts';
import { RemoteFrame, useLanguage, useText } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { Icon, moldeToken } from '../../src/ui/index.ts';
import { sanitiseHtml } from './sanitise.ts';
import { frameDocument } from './frame-document.ts';

const useStyles = makeStyles({
  root: {
    overflow: 'hidden',
    minWidth: 0,
    border: `1px solid ${moldeToken('cardStroke')}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  notice: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    padding: '8px 12px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    backgroundColor: tokens.colorNeutralBackground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  words: { flex: '1 1 160px', margin: 0 },
  frame: { display: 'block', width: '100%', border: 'none' },
  blank: { margin: 0, padding: '12px', color: tokens.colorNeutralForeground3 },
});

/** Sanitised HTML in a frame without scripts and without an origin. */
export default function Html({ id, props }: WidgetProps<HtmlProps>) {
  const styles = useStyles();
  const t = useText();
  const lang = useLanguage();
  const height = props.height ?? 320;
  // The reader's consent is for this HTML; another one asks again.
  const [asked, setAsked] = useState<string | null>(null);
  const html = typeof props.html === 'string' ? props.html : '';
  const remote = asked === html;
  const sanitised = useMemo(() => sanitiseHtml(html, remote), [html, remote]);
  const page = useMemo(
    () => frameDocument(sanitised.html, { title: props.label, lang, remote }),
    [sanitised, props.label, lang, remote],
  );
  return (
    <div id={id} className={styles.root}>
      {sanitised.blocked > 0 && (
        <div className={styles.notice}>
          <Icon name="shield" size={16} />
          <p className={styles.words}>{t('widgets.html.blocked', { count: sanitised.blocked })}</p>
          <Button size="small" onClick={() => setAsked(html)}>
            {t('widgets.html.load')}
          </Button>
        </div>
      )}
      {sanitised.html.trim() === '' ? (
        <p className={styles.blank}>{t('widgets.html.empty')}</p>
      ) : remote ? (
        <RemoteFrame className={styles.frame} title={props.label} height={height} html={page} />
      ) : (
        <iframe
          className={styles.frame}
          title={props.label}
          height={height}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          srcDoc={page}
        />
      )}
    </div>
  );
}
