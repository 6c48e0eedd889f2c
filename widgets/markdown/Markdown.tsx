import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import Reader from 'react-markdown';
import type { Components, ExtraProps } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { pictureUrl, safeUrl } from '../../src/contracts/url.ts';
import type { MarkdownProps } from '../../src/engine/core/index.ts';
import { Link, Picture, useText } from '../../src/engine/react/index.ts';
import type { Translate, WidgetProps } from '../../src/engine/react/index.ts';
import { blockedPictureHost, Icon } from '../../src/ui/index.ts';

/** Longer text is shown as it is written: parsing it would block the page. */
const longest = 100_000;

const useStyles = makeStyles({
  root: {
    minWidth: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    color: tokens.colorNeutralForeground1,
    overflowWrap: 'anywhere',
    '& > :first-child': { marginTop: 0 },
    '& > :last-child': { marginBottom: 0 },
    '& p': { margin: '0 0 12px', maxWidth: '80ch' },
    '& h2, & h3, & h4, & h5, & h6': {
      margin: '20px 0 8px',
      fontSize: tokens.fontSizeBase300,
      lineHeight: tokens.lineHeightBase300,
      fontWeight: tokens.fontWeightSemibold,
    },
    '& [data-level="1"]': { fontSize: tokens.fontSizeBase500, lineHeight: tokens.lineHeightBase500 },
    '& [data-level="2"]': { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
    '& ul, & ol': { margin: '0 0 12px', paddingInlineStart: '24px', maxWidth: '80ch' },
    '& li > ul, & li > ol': { marginBottom: 0 },
    '& .contains-task-list': { listStyleType: 'none', paddingInlineStart: '4px' },
    '& .task-list-item': { display: 'flex', alignItems: 'flex-start', gap: '8px' },
    '& blockquote': {
      margin: '0 0 12px',
      paddingInlineStart: '12px',
      borderLeft: `3px solid ${tokens.colorNeutralStroke1}`,
      color: tokens.colorNeutralForeground2,
    },
    '& code': {
      padding: '1px 4px',
      borderRadius: tokens.borderRadiusSmall,
      backgroundColor: tokens.colorNeutralBackground3,
      fontFamily: tokens.fontFamilyMonospace,
      fontSize: tokens.fontSizeBase200,
    },
    '& pre': {
      margin: '0 0 12px',
      padding: '12px',
      overflowX: 'auto',
      borderRadius: tokens.borderRadiusMedium,
      backgroundColor: tokens.colorNeutralBackground3,
    },
    '& pre code': { padding: 0, backgroundColor: 'transparent', whiteSpace: 'pre', overflowWrap: 'normal' },
    '& hr': {
      height: '1px',
      margin: '16px 0',
      border: 'none',
      backgroundColor: tokens.colorNeutralStroke2,
    },
    '& img': { maxWidth: '100%', maxHeight: '480px', borderRadius: tokens.borderRadiusMedium },
    // A picture in a frame of its own has no known size.
    '& iframe': { width: '100%', height: '320px' },
    '& table': { borderCollapse: 'collapse', minWidth: '100%', overflowWrap: 'normal' },
    '& th, & td': {
      padding: '6px 12px',
      borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
      textAlign: 'start',
      verticalAlign: 'top',
    },
    '& th': {
      fontSize: tokens.fontSizeBase200,
      fontWeight: tokens.fontWeightSemibold,
      color: tokens.colorNeutralForeground3,
      borderBottomColor: tokens.colorNeutralStroke2,
    },
    '& td[data-align="right"], & th[data-align="right"]': {
      textAlign: 'end',
      fontVariantNumeric: 'tabular-nums',
    },
    '& td[data-align="center"], & th[data-align="center"]': { textAlign: 'center' },
  },
  sideways: {
    margin: '0 0 12px',
    overflowX: 'auto',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  plain: { whiteSpace: 'pre-wrap' },
  blank: { margin: 0, color: tokens.colorNeutralForeground3 },
});

type HeadingLevel = 1 | 2 | 3 | 4 | 5 | 6;

/** A heading of the text, moved to its level in the outline of the screen. */
function headingOf(level: HeadingLevel, highest: number) {
  const Title = `h${Math.min(6, level + highest - 1) as HeadingLevel}` as const;
  return ({ children }: { children?: ReactNode }) => <Title data-level={level}>{children}</Title>;
}

type CellProps = { children?: ReactNode; style?: { textAlign?: unknown } };

/** Alignment as an attribute: the content security policy allows no style attributes. */
const cellOf = (Cell: 'td' | 'th') =>
  function AlignedCell({ children, style }: CellProps) {
    const align = typeof style?.textAlign === 'string' ? { 'data-align': style.textAlign } : {};
    return <Cell {...align}>{children}</Cell>;
  };

type LinkElement = NonNullable<ExtraProps['node']>;
type ElementContent = LinkElement['children'][number];

/** Returns the text of a node, with the alternative texts of its pictures. */
function textOf(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return '';
  return node.tagName === 'img' ? String(node.properties.alt ?? '') : node.children.map(textOf).join('');
}

/** Returns the pictures in a node that load only after a press. */
function blockedPictures(node: ElementContent): { src: string; alt: string }[] {
  if (node.type !== 'element') return [];
  if (node.tagName !== 'img') return node.children.flatMap(blockedPictures);
  const src = pictureUrl(node.properties.src);
  return src !== null && blockedPictureHost(src) !== null ? [{ src, alt: textOf(node) }] : [];
}

function componentsOf(
  { heading = 2, images = true }: { heading?: number | undefined; images?: boolean | undefined },
  sideways: string,
  t: Translate,
): Components {
  return {
    h1: headingOf(1, heading),
    h2: headingOf(2, heading),
    h3: headingOf(3, heading),
    h4: headingOf(4, heading),
    h5: headingOf(5, heading),
    h6: headingOf(6, heading),
    a: ({ href, children, node }) => {
      const pictures = node && images ? blockedPictures(node) : [];
      if (node === undefined || pictures.length === 0) return <Link to={href}>{children}</Link>;
      // The button that loads a picture stands outside of the link: a press on it must not navigate.
      return (
        <>
          {pictures.map((picture, index) => (
            <Picture key={index} {...picture} />
          ))}{' '}
          <Link to={href}>{textOf(node).trim() || href}</Link>
        </>
      );
    },
    img: ({ src, alt }) => {
      const address = images ? pictureUrl(src) : null;
      if (address === null) return <>{alt}</>;
      return <Picture src={address} alt={alt ?? ''} />;
    },
    table: ({ children }) => (
      // A sideways scroller has to be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <div className={sideways} tabIndex={0} role="group">
        <table>{children}</table>
      </div>
    ),
    td: cellOf('td'),
    th: cellOf('th'),
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
    input: ({ checked }) => (
      <Icon
        name={checked ? 'checkbox-checked' : 'square'}
        label={t(checked ? 'widgets.value.yes' : 'widgets.value.no')}
      />
    ),
  };
}

const plugins = [remarkGfm];

/** Text formatted as Markdown; HTML in it is shown as text. */
export default function Markdown({ id, props }: WidgetProps<MarkdownProps>) {
  const styles = useStyles();
  const t = useText();
  const { text, heading, images } = props;
  const formatted = useMemo(() => {
    if (text.length > longest) return null;
    return (
      <Reader
        remarkPlugins={plugins}
        remarkRehypeOptions={{ clobberPrefix: `${id}-` }}
        components={componentsOf({ heading, images }, styles.sideways, t)}
        urlTransform={(url) => safeUrl(url)?.href ?? ''}
      >
        {text}
      </Reader>
    );
  }, [id, text, heading, images, styles.sideways, t]);
  if (text.trim() === '') {
    return (
      <p id={id} className={styles.blank}>
        {props.blank ?? '–'}
      </p>
    );
  }
  return (
    <div id={id} className={mergeClasses(styles.root, formatted === null && styles.plain)}>
      {formatted ?? text}
    </div>
  );
}
