import { useId, useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Json } from '../../../contracts/json.ts';
import { StateField, useText } from '../../../engine/react/index.ts';
import type { StateFieldSettings } from '../../../engine/react/index.ts';
import { targetsOf } from '../../actions/targets.ts';
import { choiceOfSource, sourceOf } from '../../data/sources.ts';
import { nodeName } from '../../names.ts';
import type { TargetKind } from '../../panel-schema.ts';
import { useEditor, useEditorState } from '../context.ts';
import { useNaming } from '../naming.ts';
import { useDataChoices } from '../data/choices.ts';
import type { FieldProps } from './field-props.ts';

/** Names a source, a dialog or a form of the document. */
export function useTargetName(): (kind: TargetKind, id: string) => string {
  const editor = useEditor();
  const naming = useNaming();
  const { rows } = useDataChoices();
  return (kind, id) => {
    const { model } = editor.store.getState();
    const title =
      kind === 'source' ? choiceOfSource(sourceOf(model, id), rows)?.title : nodeName(model, id, naming);
    return title === undefined || title === id ? id : `${title} (${id})`;
  };
}

/** The ids of a kind in the document; the same list until one is added or removed. */
export function useTargets(kind: TargetKind): readonly string[] {
  const { registry } = useEditor();
  return useEditorState(useShallow(({ model }) => targetsOf(model, kind, registry)));
}

const listOf = (value: Json | undefined): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');

/** A choice among the sources, dialogs or forms of the document. One that is gone stays until another is chosen. */
export function TargetField({
  property,
  value,
  path,
  onChange,
  of,
  several,
}: FieldProps & { of: TargetKind; several: boolean }) {
  const t = useText();
  const id = useId();
  const targets = useTargets(of);
  const name = useTargetName();
  const chosen = listOf(value);
  const gone = chosen.filter((one) => !targets.includes(one));
  const options = [
    ...targets.map((one) => ({ value: one, label: name(of, one) })),
    ...gone.map((one) => ({ value: one, label: t('panel.data.goneColumn', { name: one }) })),
  ];
  const written = JSON.stringify(options);
  const settings = useMemo<StateFieldSettings>(
    () => ({
      label: property.title,
      required: property.required,
      control: several ? 'multiselect' : 'select',
      options: JSON.parse(written) as { value: string; label: string }[],
    }),
    [property.title, property.required, several, written],
  );
  const change = (next: Json) => {
    const ids = listOf(next);
    // A property that must name something keeps the last one.
    if (ids.length === 0 && property.required) return;
    onChange(path, ids.length > 1 ? ids : ids[0]);
  };
  return (
    <StateField id={id} settings={settings} value={several ? chosen : chosen[0]} onChange={change} bare />
  );
}
