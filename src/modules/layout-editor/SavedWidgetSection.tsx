import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { JsonObject } from '../../contracts/json.ts';
import { loadFragments, type HostFailure } from '../../engine/core/index.ts';
import { fragmentReaderOf, useHost, useText } from '../../engine/react/index.ts';
import { detachUse, savedWidgetOf, useAnnounce, useEditor, useEditorState } from '../../editor/index.ts';
import { Icon } from '../../ui/index.ts';
import { SaveWidgetDialog } from './SaveWidgetDialog.tsx';
import { useOpenView } from './view-context.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '8px' },
  note: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

/** The saved widget that a node shows; null for other nodes. */
function useUsedWidget(nodeKey: string): string | null {
  return useEditorState(({ model }) => savedWidgetOf(model.nodes[nodeKey]));
}

/** Link between a node and saved widgets: it is saved as one, or it shows one. */
export function SavedWidgetSection({ nodeKey }: { nodeKey: string }) {
  const used = useUsedWidget(nodeKey);
  return used === null ? <Save nodeKey={nodeKey} /> : <Used nodeKey={nodeKey} id={used} />;
}

function Save({ nodeKey }: { nodeKey: string }) {
  const styles = useStyles();
  const t = useText();
  const [saving, setSaving] = useState(false);
  return (
    <div className={styles.root}>
      <p className={styles.note}>{t('editor.widgets.saveHint')}</p>
      <Button icon={<Icon name="save" />} onClick={() => setSaving(true)}>
        {t('editor.widgets.save')}
      </Button>
      {saving && <SaveWidgetDialog nodeKey={nodeKey} onClose={() => setSaving(false)} />}
    </div>
  );
}

function Used({ nodeKey, id }: { nodeKey: string; id: string }) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const editor = useEditor();
  const announce = useAnnounce();
  const { subject } = useOpenView();
  const read = (definition: unknown) => loadFragments([definition], fragmentReaderOf(host).read);
  const detach = async () => {
    try {
      const { definition } = await host.definition('widget', id);
      announce(detachUse(editor, nodeKey, definition as JsonObject, await read(definition)));
    } catch (failure) {
      host.notify('error', (failure as HostFailure).message);
    }
  };
  return (
    <div className={styles.root}>
      <p className={styles.note}>{t('editor.widgets.usedHint')}</p>
      <div className={styles.buttons}>
        {host.can({ verb: 'update' }, 'widget-admin') && (
          <Button icon={<Icon name="edit" />} onClick={() => host.navigate(`/widget-admin/layout/${id}`)}>
            {t('editor.widgets.edit')}
          </Button>
        )}
        {host.can({ verb: 'update' }, subject.screen) && (
          <Button onClick={() => void detach()}>{t('editor.widgets.detach')}</Button>
        )}
      </div>
    </div>
  );
}

/** Whether the person may save a node as a widget: it is made and published at once. */
export const maySaveWidgets = (
  can: (rule: { verb: 'create' | 'update' }, screen: string) => boolean,
): boolean => can({ verb: 'create' }, 'widget-admin') && can({ verb: 'update' }, 'widget-admin');
