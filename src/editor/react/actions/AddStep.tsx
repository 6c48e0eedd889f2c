import { Button, MenuItem } from '@fluentui/react-components';
import { useHost, useText } from '../../../engine/react/index.ts';
import { verbs } from '../../../engine/core/index.ts';
import { ButtonMenu, Icon } from '../../../ui/index.ts';
import { addStep, type StepsPlace } from '../../actions/change.ts';
import { targetsOf } from '../../actions/targets.ts';
import { neededTarget, newStep } from '../../actions/verbs.ts';
import type { TargetKind } from '../../panel-schema.ts';
import { useAnnounce } from '../announce.tsx';
import { useEditor, useEditorState } from '../context.ts';
import { verbIcon } from './verb-icons.ts';

/** The list of what a step can do. A verb that has nothing to name says so. */
export function AddStep({
  place,
  name,
  onAdded,
}: {
  place: StepsPlace;
  /** Name of the list that gets the step. */
  name: string;
  onAdded(): void;
}) {
  const t = useText();
  const { host } = useHost();
  const editor = useEditor();
  const announce = useAnnounce();
  const model = useEditorState((state) => state.model);
  const targets = (kind: TargetKind) => targetsOf(model, kind, editor.registry);
  const add = (verb: string) => {
    const label = t(`panel.actions.verbs.${verb}`);
    // A text that people read begins with words of its own, where the verb has some.
    const text = host.translate(`panel.actions.first.${verb}`) ?? label;
    const step = newStep(verb, text, (kind) => targets(kind as TargetKind)[0]);
    const report = addStep(editor, place, step, label);
    announce(report);
    if (report.done) onAdded();
  };
  return (
    <ButtonMenu
      label={t('panel.actions.addTo', { name })}
      button={
        <Button
          size="small"
          icon={<Icon name="add" size={16} />}
          aria-label={t('panel.actions.addTo', { name })}
          data-add-step=""
        >
          {t('panel.actions.add')}
        </Button>
      }
    >
      {verbs().map((verb) => {
        const needed = neededTarget(verb);
        const isUseless = needed !== null && targets(needed).length === 0;
        return (
          <MenuItem
            key={verb}
            icon={<Icon name={verbIcon(verb)} />}
            disabled={isUseless}
            subText={isUseless ? t(`panel.actions.without.${needed}`) : undefined}
            onClick={() => add(verb)}
          >
            {t(`panel.actions.verbs.${verb}`)}
          </MenuItem>
        );
      })}
    </ButtonMenu>
  );
}
