import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { JsonObject } from '../../contracts/json.ts';
import { formatJson, type HostFailure } from '../../engine/core/index.ts';
import { useHost, useLanguage, useText } from '../../engine/react/index.ts';
import { shownText, useEditor, type Draft } from '../../editor/index.ts';
import { Icon } from '../../ui/index.ts';
import { viewSubject, type ViewSubject } from './subject.ts';
import { useOpenView } from './view-context.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px 12px',
    padding: '8px 16px',
    backgroundColor: tokens.colorPaletteYellowBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  text: { flex: '1 1 240px', minWidth: 0, margin: 0 },
});

/** Says that somebody removed what is edited, and offers ways to keep it. */
export function GoneNotice({ draft }: { draft: Draft }) {
  const styles = useStyles();
  const t = useText();
  const lang = useLanguage();
  const { host } = useHost();
  const editor = useEditor();
  const { subject } = useOpenView();
  const isGone = useStore(draft.store, ({ status }) => status === 'gone');
  const [isBusy, setIsBusy] = useState(false);
  if (!isGone) return null;
  const title = () => shownText(editor.document()['title'], editor.document(), lang, t);

  /** Makes a view of the document, with the identity that the server gives it, and opens it. */
  async function createAgain({ layoutType }: ViewSubject): Promise<void> {
    setIsBusy(true);
    try {
      const body = { title: title(), layoutType, layout: [] };
      const made = (await host.run({ method: 'post', address: '/adm/v2/dash', body })) as {
        data: { dashId: number };
      };
      const next = viewSubject(made.data.dashId, layoutType);
      const { data } = (await host.run({ method: 'get', address: next.draft })) as {
        data: { definition: JsonObject; version: number };
      };
      const own = ['id', 'path', 'access'].map((name) => [name, data.definition[name] ?? null] as const);
      const definition: JsonObject = { ...editor.document(), ...Object.fromEntries(own) };
      await host.run({ method: 'put', address: next.draft, body: { definition, version: data.version } });
      draft.release();
      host.navigate(`/view-admin/layout/${next.dashId}/${layoutType}`);
    } catch (error) {
      host.notify('error', (error as HostFailure).message);
      setIsBusy(false);
    }
  }

  const download = () =>
    host.saveContent(
      { bytes: new TextEncoder().encode(formatJson(editor.document())), type: 'application/json' },
      `${title()}.json`,
    );
  return (
    <div className={styles.root} role="alert">
      <p className={styles.text}>{t(`editor.gone.${subject.kind}`)}</p>
      <Button icon={<Icon name="arrow-download" />} onClick={() => void download()}>
        {t('editor.gone.download')}
      </Button>
      {subject.kind === 'view' && host.can({ verb: 'create' }, subject.screen) && (
        <Button appearance="primary" disabled={isBusy} onClick={() => void createAgain(subject)}>
          {t('editor.gone.again')}
        </Button>
      )}
    </div>
  );
}
