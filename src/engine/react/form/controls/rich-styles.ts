import { makeStyles, tokens } from '@fluentui/react-components';

/** Styles of rich text in the editor and in read-only fields. */
export const useRichStyles = makeStyles({
  text: {
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
    lineHeight: tokens.lineHeightBase300,
    '& p': { margin: '0 0 8px' },
    '& h2': { margin: '12px 0 6px', fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
    '& h3': { margin: '10px 0 4px', fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
    '& ul, & ol': { margin: '0 0 8px', paddingInlineStart: '24px' },
    '& blockquote': {
      margin: '0 0 8px',
      paddingInlineStart: '12px',
      borderInlineStartWidth: '3px',
      borderInlineStartStyle: 'solid',
      borderInlineStartColor: tokens.colorNeutralStroke1,
      color: tokens.colorNeutralForeground2,
    },
    '& code, & pre': { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
    '& a': { color: tokens.colorBrandForegroundLink },
    '& > :last-child': { marginBottom: 0 },
  },
});
