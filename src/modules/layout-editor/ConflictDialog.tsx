import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  Radio,
  RadioGroup,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import type { DefinitionConflict } from '../../contracts/definitions.ts';
import { positionInWords, valueInWords } from '../../contracts/definition-words.ts';
import { toPointer } from '../../contracts/json-pointer.ts';
import type { Json } from '../../contracts/json.ts';
import { useText } from '../../engine/react/index.ts';
import { typeOfNode, useDocumentWords, useEditor, usesOfTexts, type Draft } from '../../editor/index.ts';
import { useOpenView } from './view-context.ts';

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', gap: '16px' },
  item: { display: 'flex', flexDirection: 'column', gap: '4px' },
  name: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  position: {
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground3,
  },
  value: {
    display: 'block',
    maxHeight: '120px',
    overflow: 'auto',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    fontSize: tokens.fontSizeBase200,
  },
});

/** The changed property and both of its values, as the panel shows them. */
function useConflictInWords() {
  const t = useText();
  const words = useDocumentWords();
  const { store } = useEditor();
  const { subject } = useOpenView();
  return ({ nodeId, pointer, ...sides }: DefinitionConflict) => {
    const { model } = store.getState();
    const side = (value: Json | undefined): string =>
      value === undefined ? t('editor.conflict.removed') : valueInWords(value, pointer, words);
    const removed = sides.mine ?? sides.theirs ?? sides.base;
    // A text is known by the widget that shows it.
    const [, lang = '', key = ''] = nodeId === null ? (/^\/strings\/(\w+)\/(.+)$/.exec(pointer) ?? []) : [];
    const use = usesOfTexts(model)
      .get(key)
      ?.find((one) => one.node !== null);
    if (use?.node) {
      const node = model.nodes[use.node];
      const place = positionInWords(node, typeOfNode(node), toPointer(use.path), words);
      return {
        name: words.nodeName(use.node),
        position: `${place} › ${t(`languages.${lang}`)}`,
        mine: side(sides.mine),
        theirs: side(sides.theirs),
      };
    }
    const owner = nodeId === null ? model.document : (model.nodes[nodeId] ?? removed);
    const whole = t(subject.kind === 'view' ? 'editor.status.view' : 'editor.widgets.section');
    return {
      name: nodeId === null ? whole : words.nodeName(nodeId),
      position: positionInWords(owner, nodeId === null ? null : typeOfNode(owner), pointer, words),
      mine: side(sides.mine),
      theirs: side(sides.theirs),
    };
  };
}

/** Both sides of what two people changed differently; one of them is chosen for each. */
export function ConflictDialog({
  draft,
  conflicts,
}: {
  draft: Draft;
  conflicts: readonly DefinitionConflict[];
}) {
  const styles = useStyles();
  const t = useText();
  const inWords = useConflictInWords();
  // Names and values stay as they were when the dialog opened.
  const [shown] = useState(() => conflicts.map(inWords));
  const [theirs, setTheirs] = useState<readonly boolean[]>(() => conflicts.map(() => false));
  return (
    <Dialog open modalType="alert">
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{t('editor.conflict.title')}</DialogTitle>
          <DialogContent className={styles.list}>
            <p>{t('editor.conflict.text', { count: conflicts.length })}</p>
            {conflicts.map((conflict, at) => (
              <section key={`${conflict.nodeId} ${conflict.pointer}`} className={styles.item}>
                <h3 className={styles.name}>
                  {shown[at]!.name} <span className={styles.position}>{shown[at]!.position}</span>
                </h3>
                <RadioGroup
                  value={theirs[at] ? 'theirs' : 'mine'}
                  onChange={(_, { value }) =>
                    setTheirs(theirs.map((one, index) => (index === at ? value === 'theirs' : one)))
                  }
                >
                  <Radio
                    value="mine"
                    label={
                      <>
                        {t('editor.conflict.mine')}
                        <span className={styles.value}>{shown[at]!.mine}</span>
                      </>
                    }
                  />
                  <Radio
                    value="theirs"
                    label={
                      <>
                        {t('editor.conflict.theirs')}
                        <span className={styles.value}>{shown[at]!.theirs}</span>
                      </>
                    }
                  />
                </RadioGroup>
              </section>
            ))}
          </DialogContent>
          <DialogActions>
            <Button appearance="primary" onClick={() => draft.resolve(theirs)}>
              {t('editor.conflict.take')}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
