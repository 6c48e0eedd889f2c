import { valueAt } from '../../src/contracts/json-pointer.ts';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useMemo } from 'react';
import type { Json } from '../../src/contracts/json.ts';
import { pictureUrl } from '../../src/contracts/url.ts';
import type { DetailProps } from '../../src/engine/core/index.ts';
import {
  isBlank,
  useCan,
  useFields,
  useFormat,
  useText,
  Value,
  valueText,
} from '../../src/engine/react/index.ts';
import type { Resolved, WidgetProps } from '../../src/engine/react/index.ts';
import { DescriptionList, moldeToken, PersonAvatar } from '../../src/ui/index.ts';

type Section = Resolved<DetailProps>['sections'][number];

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '20px', minWidth: 0 },
  card: {
    padding: '16px',
    border: `1px solid ${moldeToken('cardStroke')}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  header: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '12px 16px', minWidth: 0 },
  // With less than 240 px for the texts the buttons wrap to a line of their own.
  identity: { display: 'flex', alignItems: 'center', gap: '12px', flex: '1 1 240px', minWidth: 0 },
  words: { minWidth: 0 },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px', minWidth: 0 },
  title: {
    margin: 0,
    minWidth: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  subtitle: { margin: 0, color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  actions: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
  section: { display: 'flex', flexDirection: 'column', gap: '12px', minWidth: 0 },
  divided: { paddingTop: '16px', borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
  sectionTitle: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
});

function Fields({
  section,
  record,
  heading,
  divided,
}: {
  section: Section;
  record: Record<string, Json>;
  heading: 3 | 4 | 5;
  divided: boolean;
}) {
  const styles = useStyles();
  const rows = useMemo(() => [record], [record]);
  const { fields, raw } = useFields(section.fields, rows);
  const Title = `h${heading}` as const;
  return (
    <section className={mergeClasses(styles.section, divided && styles.divided)}>
      {section.title && <Title className={styles.sectionTitle}>{section.title}</Title>}
      <DescriptionList
        columns={section.columns ?? 2}
        layout={section.layout ?? 'stacked'}
        pairs={fields.map((field, index) => ({
          key: `${index} ${field.label}`,
          label: field.label,
          wide: field.wide === true,
          content: <Value settings={field} raw={raw(index, 0)} row={record} />,
        }))}
      />
    </section>
  );
}

const noBadges: readonly never[] = [];

/** A record that is read: a header with its buttons, and its fields in sections. */
export default function Detail({ id, props, data, childItems: items, children }: WidgetProps<DetailProps>) {
  const styles = useStyles();
  const can = useCan();
  const format = useFormat();
  const t = useText();
  const record = useMemo(() => data.record ?? {}, [data.record]);
  const rows = useMemo(() => [record], [record]);
  const badges = useFields(props.badges ?? noBadges, rows);
  const at = (path: string | undefined) =>
    path === undefined ? undefined : (valueAt(record, path.split('.')) as unknown);
  const title = valueText({}, at(props.title), format, t);
  const subtitle = at(props.subtitle);
  const level = (props.heading ?? 2) as 2 | 3 | 4;
  const Title = `h${level}` as const;
  const sections = props.sections.filter((section) => !section.access || can(section.access));
  return (
    <article
      id={id}
      aria-labelledby={`${id}-title`}
      className={mergeClasses(styles.root, props.card && styles.card)}
    >
      <header className={styles.header}>
        <div className={styles.identity}>
          {props.avatar && (
            <PersonAvatar decorative size={40} name={title} image={pictureUrl(at(props.image))} />
          )}
          <div className={styles.words}>
            <div className={styles.line}>
              <Title id={`${id}-title`} className={styles.title}>
                {title}
              </Title>
              {badges.fields.map((badge, index) => {
                const raw = badges.raw(index, 0);
                return isBlank(raw) ? null : (
                  <Value
                    key={`${index} ${badge.field ?? ''}`}
                    settings={{ ...badge, format: badge.format ?? 'badge' }}
                    raw={raw}
                    row={record}
                  />
                );
              })}
            </div>
            {!isBlank(subtitle) && <p className={styles.subtitle}>{valueText({}, subtitle, format, t)}</p>}
          </div>
        </div>
        {items.length > 0 && <div className={styles.actions}>{children}</div>}
      </header>
      {sections.map((section, index) => (
        <Fields
          key={`${index} ${section.title ?? ''}`}
          section={section}
          record={record}
          heading={(level + 1) as 3 | 4 | 5}
          divided={index > 0 || section.title !== undefined}
        />
      ))}
    </article>
  );
}
