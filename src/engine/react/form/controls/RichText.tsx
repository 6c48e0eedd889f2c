import { makeStyles, mergeClasses, ToggleButton, tokens } from '@fluentui/react-components';
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useRef } from 'react';
import { useText } from '../../hooks.ts';
import { useMentions, type MentionedPerson } from './Mentions.tsx';
import { useRichStyles } from './rich-styles.ts';
import { sanitiseRichText } from './rich-text.ts';

const useStyles = makeStyles({
  root: {
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    '&:focus-within': { outline: `2px solid ${tokens.colorCompoundBrandStroke}`, outlineOffset: '-1px' },
  },
  invalid: { border: `1px solid ${tokens.colorPaletteRedBorder2}` },
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '2px',
    padding: '2px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  button: { minWidth: '32px', paddingInline: '6px' },
  area: { position: 'relative' },
  placeholder: {
    position: 'absolute',
    insetInlineStart: '12px',
    top: '8px',
    color: tokens.colorNeutralForeground4,
    pointerEvents: 'none',
  },
  text: {
    '& .ProseMirror': {
      minHeight: '96px',
      padding: '8px 12px',
      outline: 'none',
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
    },
  },
  count: {
    padding: '0 8px 4px',
    textAlign: 'end',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
});

/** Commands of the toolbar, by their text keys; the sign is the button's content. */
const marks = [
  {
    key: 'bold',
    text: 'form.richText.bold',
    sign: 'B',
    run: (editor: Editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    key: 'italic',
    text: 'form.richText.italic',
    sign: 'I',
    run: (editor: Editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    key: 'underline',
    text: 'form.richText.underline',
    sign: 'U',
    run: (editor: Editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    key: 'heading',
    text: 'form.richText.heading',
    sign: 'H',
    run: (editor: Editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    key: 'bulletList',
    text: 'form.richText.bulletList',
    sign: '•',
    run: (editor: Editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    key: 'orderedList',
    text: 'form.richText.orderedList',
    sign: '1.',
    run: (editor: Editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    key: 'blockquote',
    text: 'form.richText.blockquote',
    sign: '“',
    run: (editor: Editor) => editor.chain().focus().toggleBlockquote().run(),
  },
] as const;

export interface RichTextProps {
  /** DOM id of the text. An element `{id}-label` names it. */
  id: string;
  label: string;
  /** HTML; '' without a text. */
  value: string;
  onChange(value: string): void;
  /** Called when the text loses the focus. */
  onLeave?(): void;
  /** Most characters, without tags. */
  maxText?: number | undefined;
  locked?: boolean;
  invalid?: boolean;
  required?: boolean;
  /** Ids of hint or error. */
  describedBy?: string | undefined;
  placeholder?: string | undefined;
  /** The focus comes to the end of the text once it is there. */
  focused?: boolean;
  /** People who are offered behind an @: a link to the profile mentions one. */
  people?: readonly MentionedPerson[] | undefined;
}

/** Text with headings, lists and emphasis as sanitised HTML. Pasted content loses everything else. */
export default function RichText(props: RichTextProps) {
  const styles = useStyles();
  const rich = useRichStyles();
  const t = useText();
  const limit = props.maxText;
  const isLocked = props.locked === true;
  const { value } = props;
  const mentions = useMentions(props.people);
  const given = useRef(value);
  const now = useRef(props);
  useEffect(() => {
    now.current = props;
  });
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: { levels: [2, 3] },
        link: {
          openOnClick: false,
          protocols: ['http', 'https', 'mailto', 'tel'],
          HTMLAttributes: { target: null, rel: null, class: null },
        },
      }),
    ],
    // The content security policy refuses the editor's own style tags.
    injectCSS: false,
    content: sanitiseRichText(value),
    editable: !isLocked,
    editorProps: {
      attributes: {
        id: props.id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${props.id}-label`,
      },
      transformPastedHTML: sanitiseRichText,
      handleKeyDown: (_, event) => mentions.onKeyDown(event),
      handleTextInput: (view, from, to, text) =>
        limit !== undefined && view.state.doc.textContent.length - (to - from) + text.length > limit,
      handlePaste: (view, event) =>
        limit !== undefined &&
        view.state.doc.textContent.length + (event.clipboardData?.getData('text/plain').length ?? 0) > limit,
    },
    onUpdate: ({ editor: changed }) => {
      given.current = changed.isEmpty ? '' : sanitiseRichText(changed.getHTML());
      now.current.onChange(given.current);
    },
    onTransaction: ({ editor: changed }) => mentions.follow(changed),
    onBlur: () => {
      mentions.close();
      now.current.onLeave?.();
    },
    autofocus: props.focused === true ? 'end' : false,
  });
  useEffect(() => {
    // A reset or a newly loaded record; the editor's own changes come back unchanged.
    if (value === given.current) return;
    given.current = value;
    editor.commands.setContent(sanitiseRichText(value), { emitUpdate: false });
  }, [editor, value]);
  useEffect(() => editor.setEditable(!isLocked, false), [editor, isLocked]);
  useEffect(() => {
    const setAttributes = () => {
      const area = editor.view.dom;
      for (const [name, text] of [
        ['aria-invalid', props.invalid ? 'true' : null],
        ['aria-required', props.required ? 'true' : null],
        ['aria-describedby', props.describedBy ?? null],
        ['aria-placeholder', props.placeholder ?? null],
      ] as const) {
        if (text === null) area.removeAttribute(name);
        else area.setAttribute(name, text);
      }
    };
    // A new editor is not mounted yet.
    if (!editor.isDestroyed) setAttributes();
    editor.on('mount', setAttributes);
    return () => void editor.off('mount', setAttributes);
  }, [editor, props.invalid, props.required, props.describedBy, props.placeholder]);
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      on: marks.map(({ key }) => current.isActive(key)),
      length: current.state.doc.textContent.length,
      isEmpty: current.isEmpty,
    }),
  });
  return (
    <div className={mergeClasses(styles.root, props.invalid && styles.invalid)}>
      <div
        className={styles.bar}
        role="group"
        aria-label={t('form.richText.toolbar', { field: props.label })}
      >
        {marks.map(({ key, text, sign, run }, at) => (
          <ToggleButton
            key={key}
            size="small"
            appearance="subtle"
            className={styles.button}
            disabled={isLocked}
            checked={active.on[at] === true}
            aria-label={t(text)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => run(editor)}
          >
            {sign}
          </ToggleButton>
        ))}
      </div>
      <div className={styles.area}>
        {active.isEmpty && props.placeholder !== undefined && (
          <div className={styles.placeholder} aria-hidden="true">
            {props.placeholder}
          </div>
        )}
        <EditorContent editor={editor} className={mergeClasses(styles.text, rich.text)} />
        {mentions.list()}
      </div>
      {limit !== undefined && (
        <div className={styles.count} aria-hidden="true">
          {active.length}/{limit}
        </div>
      )}
    </div>
  );
}
