import { makeStyles, tokens } from '@fluentui/react-components';
import { useContext, useLayoutEffect, useRef, useState } from 'react';
import { toPointer } from '../../../contracts/json-pointer.ts';
import type { Json } from '../../../contracts/json.ts';
import { useText } from '../../../engine/react/index.ts';
import { duplicateStep, moveStep, removeStep, type StepsPlace } from '../../actions/change.ts';
import { verbOf } from '../../actions/verbs.ts';
import type { Report } from '../../actions.ts';
import { pointerOfNode } from '../../pointers.ts';
import { useAnnounce } from '../announce.tsx';
import { useEditor, useEditorState, useMainKey } from '../context.ts';
import { FieldPlaceContext } from '../fields/field-place.ts';
import type { ChangeValue, FieldProps, Path } from '../fields/field-props.ts';
import { AddStep } from './AddStep.tsx';
import { StepItem, type StepTool } from './StepItem.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '8px', minWidth: 0 },
  list: {
    display: 'flex',
    flexDirection: 'column',
    alignSelf: 'stretch',
    gap: '6px',
    minWidth: 0,
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  inner: {
    display: 'flex',
    flexDirection: 'column',
    gap: '6px',
    minWidth: 0,
    paddingLeft: '8px',
    borderLeft: `2px solid ${tokens.colorNeutralStroke2}`,
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
});

/** Steps that stand in a property, under its name. */
export function StepsField({ property, value, path, onChange }: FieldProps) {
  const styles = useStyles();
  const selected = useEditorState(({ selection }) => selection.length);
  // Steps of several widgets at once are not edited.
  if (selected !== 1) return null;
  return (
    <div className={styles.inner} role="group" aria-label={property.title}>
      <h4 className={styles.title}>{property.title}</h4>
      <StepList
        name={property.title}
        value={value}
        path={path}
        required={property.required}
        onChange={onChange}
      />
    </div>
  );
}

/** A list of steps in their order, and the button that adds one. */
export function StepList({
  name,
  value,
  path,
  required,
  onChange,
}: {
  name: string;
  value: Json | undefined;
  path: Path;
  required: boolean;
  onChange: ChangeValue;
}) {
  const styles = useStyles();
  const t = useText();
  const editor = useEditor();
  const announce = useAnnounce();
  const key = useMainKey() ?? '';
  const { base } = useContext(FieldPlaceContext);
  const pointer = useEditorState(({ model }) => pointerOfNode(model, key));
  const [open, setOpen] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const focus = useRef<{ at: number; tool: StepTool } | null>(null);
  // The button that moved a step keeps the focus, where the step is now.
  useLayoutEffect(() => {
    if (focus.current === null) return;
    const { at, tool } = focus.current;
    focus.current = null;
    const item = list.current?.children[at];
    item?.querySelector<HTMLElement>(`:scope > [data-head] [data-tool="${tool}"]`)?.focus();
  });
  const steps = Array.isArray(value) ? value : [];
  const full = [...base, ...path];
  const place: StepsPlace = { key, path: full, required };
  const verbName = (at: number): string => {
    const verb = verbOf(steps[at]);
    return t(verb === null ? 'panel.actions.unknown' : `panel.actions.verbs.${verb}`);
  };
  const said = (report: Report): boolean => {
    announce(report);
    return report.done;
  };
  const move = (at: number, by: -1 | 1) => {
    if (!said(moveStep(editor, place, at, by, verbName(at)))) return;
    if (open === at) setOpen(at + by);
    else if (open === at + by) setOpen(at);
    focus.current = { at: at + by, tool: by === -1 ? 'up' : 'down' };
  };
  const remove = (at: number) => {
    if (!said(removeStep(editor, place, at, verbName(at)))) return;
    setOpen(open === null || open === at ? null : open > at ? open - 1 : open);
    list.current?.parentElement?.querySelector<HTMLElement>(':scope > [data-add-step]')?.focus();
  };
  const duplicate = (at: number) => {
    if (said(duplicateStep(editor, place, at, verbName(at)))) setOpen(at + 1);
  };
  return (
    <div className={styles.root}>
      <ol className={styles.list} ref={list}>
        {steps.map((step, at) => (
          <StepItem
            // Steps have no name of their own; their position is what a path names.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            step={step}
            verbName={verbName(at)}
            position={{ at, count: steps.length }}
            path={[...path, at]}
            pointer={pointer + toPointer([...full, at])}
            isOpen={open === at}
            onToggle={() => setOpen(open === at ? null : at)}
            onMove={(by) => move(at, by)}
            onDuplicate={() => duplicate(at)}
            onRemove={() => remove(at)}
            onChange={onChange}
          />
        ))}
      </ol>
      <AddStep place={place} name={name} onAdded={() => setOpen(steps.length)} />
    </div>
  );
}
