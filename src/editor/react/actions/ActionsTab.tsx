import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useCallback, useMemo } from 'react';
import { isObject, type Json } from '../../../contracts/json.ts';
import { useText } from '../../../engine/react/index.ts';
import { Icon } from '../../../ui/index.ts';
import { removeSteps } from '../../actions/change.ts';
import { actionsOf, hasActionProperties } from '../../actions/events.ts';
import { typeOfNode } from '../../names.ts';
import { useAnnounce } from '../announce.tsx';
import { useEditor, useEditorState } from '../context.ts';
import { FieldPlaceContext, propsPlace, stepsPlace, StepsFieldContext } from '../fields/field-place.ts';
import type { ChangeValue } from '../fields/field-props.ts';
import { PanelGroup } from '../PanelGroup.tsx';
import { PropertiesOf } from '../PropertiesOf.tsx';
import { StepList, StepsField } from './StepList.tsx';

const useStyles = makeStyles({
  note: { margin: 0, color: tokens.colorNeutralForeground2 },
  rest: { padding: '12px 16px' },
});

/** Paths begin with the name of the event. */
const actionsPlace = stepsPlace(['on']);

const stepsOf = (node: Json | undefined, event: string): Json | undefined =>
  isObject(node) && isObject(node.on) ? node.on[event] : undefined;

/** Behaviour of a widget: its events, each with its steps, and the actions that it offers. */
export function ActionsTab({ nodeKey }: { nodeKey: string }) {
  const styles = useStyles();
  const t = useText();
  const editor = useEditor();
  const announce = useAnnounce();
  const node = useEditorState(({ model }) => model.nodes[nodeKey]);
  const selection = useMemo(() => [nodeKey], [nodeKey]);
  const change = useCallback<ChangeValue>(
    (path, value) => {
      editor.dispatch(
        { type: 'set', key: nodeKey, path: ['on', ...path], value },
        { label: 'actions', typing: `${nodeKey} on ${path.join('/')}` },
      );
    },
    [editor, nodeKey],
  );
  const spec = editor.registry.loaded(typeOfNode(node));
  if (!spec) return null;
  return (
    <FieldPlaceContext value={actionsPlace}>
      <StepsFieldContext value={StepsField}>
        <div onBlur={() => editor.seal()} data-actions="">
          {actionsOf(node, spec).map(({ event, text }) => {
            const name = text === null ? event : t(text);
            const steps = stepsOf(node, event);
            const place = { key: nodeKey, path: ['on', event], required: false };
            return (
              <PanelGroup
                key={event}
                title={name}
                tools={
                  steps !== undefined && (
                    <Button
                      size="small"
                      appearance="subtle"
                      icon={<Icon name="delete" size={16} />}
                      aria-label={t('panel.actions.removeAll', { name })}
                      title={t('panel.actions.removeAll', { name })}
                      onClick={() => announce(removeSteps(editor, place, name))}
                    />
                  )
                }
              >
                {text === null && <p className={styles.note}>{t('panel.actions.otherEvent')}</p>}
                <StepList name={name} value={steps} path={[event]} required={false} onChange={change} />
              </PanelGroup>
            );
          })}
          {hasActionProperties(spec) && (
            <FieldPlaceContext value={propsPlace}>
              <div className={styles.rest}>
                <PropertiesOf selection={selection} filter={({ isAction }) => isAction} />
              </div>
            </FieldPlaceContext>
          )}
        </div>
      </StepsFieldContext>
    </FieldPlaceContext>
  );
}
