import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Fragment, useId, type ReactNode } from 'react';
import { moldeToken } from '../../../ui/index.ts';
import type { Text } from '../../core/index.ts';
import type { CompiledSection } from '../../core/form/compile.ts';
import type { CompiledField } from '../../core/form/field.ts';
import { selfLabelled } from './controls/controls.ts';
import { useForm } from './context.ts';
import { CopyRow } from './CopyRow.tsx';
import { FormField } from './FormField.tsx';
import { isPanel } from './panels/PanelField.tsx';

/** Two columns from 640 px of the form's own width, one below (LOOK, section 5). */
const wide = '@container form (min-width: 640px)';
const narrow = '@media (max-width: 767.98px)';
/** Three columns need more. */
const widest = '@container form (min-width: 880px)';

const useStyles = makeStyles({
  // Rules hide all of its fields.
  section: { border: 'none', margin: 0, padding: 0, minWidth: 0, '&:has(> div:empty)': { display: 'none' } },
  card: {
    // The room below the last fields, which their messages have, is part of the padding.
    padding: '16px 16px 8px',
    border: `1px solid ${moldeToken('cardStroke')}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    // On phones from edge to edge.
    [narrow]: { margin: '0 -16px', borderLeftStyle: 'none', borderRightStyle: 'none', borderRadius: 0 },
  },
  nextCard: { marginTop: '16px', [narrow]: { marginTop: '8px' } },
  // The last field's reserved room for its error balances this padding around the line.
  next: {
    paddingTop: '24px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  nextRead: { marginTop: '12px' },
  title: {
    margin: 0,
    padding: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  description: {
    margin: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  head: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2px',
    paddingBottom: '12px',
    overflowWrap: 'anywhere',
  },
  grid: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    columnGap: '24px',
    alignItems: 'start',
  },
  two: { [wide]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
  three: {
    [wide]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    [widest]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  },
  field: { minWidth: 0 },
  // Rows that are copied keep their columns, with the button at the end.
  copied: { columnGap: '12px' },
  // A panel reaches the edges of its card.
  filled: { padding: 0, overflow: 'hidden' },
  areas: { display: 'grid', gap: '16px', alignItems: 'start', marginTop: '16px', minWidth: 0 },
  // On phones, where cards run from edge to edge, they never stand beside each other.
  beside: {
    '@media (min-width: 768px)': { [wide]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)' } },
  },
  area: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    minWidth: 0,
    [narrow]: { gap: '8px' },
    '&:not(:has(> section > div:not(:empty)))': { display: 'none' },
  },
  // Aligns a control without a label above with its neighbours', but adds no gap where it stands alone in its row.
  besideLabels: { [wide]: { paddingTop: '18px' } },
  spanTwo: { [wide]: { gridColumnEnd: 'span 2' } },
  spanThree: { [wide]: { gridColumnEnd: 'span 2' }, [widest]: { gridColumnEnd: 'span 3' } },
});

/** Whether the control renders the label itself, at its side. */
export const isSelfLabelled = ({ widget }: CompiledField) => widget !== null && selfLabelled.has(widget);

/** Fields that are rendered at once; the others when they come near the window. */
const firstFields = 40;

/** Neighbouring sections that stand together: one of full width, or those of the main and the side area. */
function blocksOf(sections: readonly CompiledSection[]): CompiledSection[][] {
  const blocks: CompiledSection[][] = [];
  for (const section of sections) {
    const last = blocks.at(-1);
    if (section.area !== 'full' && last?.[0]?.area !== undefined && last[0].area !== 'full')
      last.push(section);
    else blocks.push([section]);
  }
  return blocks;
}

/** Sections in their areas: one below the other, those of the main area beside those of the side. */
export function SectionAreas({
  sections,
  renderSection,
}: {
  sections: readonly CompiledSection[];
  renderSection(section: CompiledSection, at: number): ReactNode;
}) {
  const styles = useStyles();
  const rendered = (section: CompiledSection) => renderSection(section, sections.indexOf(section));
  return blocksOf(sections).map((block) => {
    if (block[0]!.area === 'full') return rendered(block[0]!);
    const areas = (['main', 'side'] as const)
      .map((area) => block.filter((section) => section.area === area))
      .filter((own) => own.length > 0);
    return (
      <div
        key={block[0]!.id}
        data-form-areas=""
        className={mergeClasses(styles.areas, areas.length > 1 && styles.beside)}
      >
        {areas.map((own) => (
          <div key={own[0]!.area} className={styles.area}>
            {own.map(rendered)}
          </div>
        ))}
      </div>
    );
  });
}

/** The form's sections: named groups of fields in columns. */
export function FormSections({
  sections,
  under,
}: {
  sections: readonly CompiledSection[];
  /** Title above the sections, which a section does not repeat. */
  under?: string;
}) {
  const counts = sections.map(({ fields }) => fields.length);
  return (
    <SectionAreas
      sections={sections}
      renderSection={(section, at) => {
        const before = counts.slice(0, at).reduce((sum, count) => sum + count, 0);
        return (
          <Section key={section.id} {...{ section, under }} first={at === 0} room={firstFields - before} />
        );
      }}
    />
  );
}

function Section({
  section,
  under,
  first,
  room,
}: {
  section: CompiledSection;
  under: string | undefined;
  first: boolean;
  /** Number of its fields that are rendered at once. */
  room: number;
}) {
  const { text, readOnly, cards } = useForm();
  return (
    <SectionFrame
      {...{ section, under, first, text, readOnly, cards }}
      renderField={(field, className) => (
        <FormField
          key={field.name}
          field={field}
          isFirst={section.fields.indexOf(field) < room}
          className={className}
          fills={cards && isFilled(section)}
        />
      )}
      renderRowEnd={(at) => <CopyRow section={section} at={at} />}
    />
  );
}

/** Whether a section is nothing but a panel, whose title is the section's. */
const isFilled = ({ fields, title, description }: CompiledSection): boolean =>
  fields.length === 1 && title === undefined && description === undefined && isPanel(fields[0]!);

/** The frame, the title and the columns of a section. */
export function SectionFrame({
  section,
  under,
  first,
  text,
  readOnly,
  cards,
  renderField,
  renderRowEnd,
}: {
  section: CompiledSection;
  under?: string | undefined;
  first: boolean;
  text(written: Text): string;
  readOnly: boolean;
  cards: boolean;
  renderField(field: CompiledField, className: string): ReactNode;
  /** Content at the end of a row that can be copied. */
  renderRowEnd?(at: number): ReactNode;
}) {
  const styles = useStyles();
  const isCopied = section.copy !== undefined && !readOnly;
  const { columns } = section;
  const titleId = useId();
  const title =
    section.title === undefined || text(section.title) === under ? undefined : text(section.title);
  return (
    <section
      className={mergeClasses(
        styles.section,
        cards && styles.card,
        !first && section.area === 'full' && (cards ? styles.nextCard : styles.next),
        !first && !cards && readOnly && styles.nextRead,
        cards && isFilled(section) && styles.filled,
      )}
      {...(title === undefined ? {} : { 'aria-labelledby': titleId })}
    >
      {(title !== undefined || section.description !== undefined) && (
        <div className={styles.head}>
          {title !== undefined && (
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
          )}
          {section.description !== undefined && (
            <p className={styles.description}>{text(section.description)}</p>
          )}
        </div>
      )}
      <div
        className={mergeClasses(
          styles.grid,
          !isCopied && columns === 2 && styles.two,
          !isCopied && columns >= 3 && styles.three,
          isCopied && styles.copied,
        )}
        {...(isCopied && { style: { gridTemplateColumns: `repeat(${columns}, minmax(0, 240px)) 32px` } })}
      >
        {section.fields.map((field, at) => {
          if (isCopied) {
            const endsRow = (at + 1) % columns === 0;
            return (
              <Fragment key={field.name}>
                {renderField(field, styles.field)}
                {endsRow && (renderRowEnd?.(Math.floor(at / columns)) ?? <span />)}
              </Fragment>
            );
          }
          const span = Math.min(field.span, columns);
          return renderField(
            field,
            mergeClasses(
              styles.field,
              !readOnly && isSelfLabelled(field) && span < columns && styles.besideLabels,
              span === 2 && styles.spanTwo,
              span >= 3 && styles.spanThree,
            ),
          );
        })}
      </div>
    </section>
  );
}
