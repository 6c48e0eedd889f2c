import { makeStyles, tokens } from '@fluentui/react-components';
import { moldeToken } from '../../src/ui/index.ts';

/** The frame, of the placeholder too. */
export const useFrameStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    minHeight: '320px',
    flex: '1 1 auto',
    border: `1px solid ${moldeToken('cardStroke')}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    overflow: 'clip',
  },
});

export const useStyles = makeStyles({
  text: {
    position: 'relative',
    flex: '1 1 0',
    minHeight: '80px',
    minWidth: 0,
    fontFamily: tokens.fontFamilyMonospace,
    // Sets the library's colour variables to theme tokens.
    '& .monaco-editor, & .monaco-diff-editor': {
      '--vscode-editor-background': tokens.colorNeutralBackground1,
      '--vscode-editorGutter-background': tokens.colorNeutralBackground1,
      '--vscode-editor-foreground': tokens.colorNeutralForeground1,
      '--vscode-editorLineNumber-foreground': tokens.colorNeutralForeground3,
      '--vscode-editorLineNumber-activeForeground': tokens.colorNeutralForeground1,
      '--vscode-editor-lineHighlightBackground': tokens.colorNeutralBackground2,
      '--vscode-editor-lineHighlightBorder': 'transparent',
      '--vscode-editor-selectionBackground': tokens.colorBrandBackground2Hover,
      '--vscode-editor-inactiveSelectionBackground': tokens.colorBrandBackground2,
      '--vscode-focusBorder': tokens.colorBrandStroke1,
      '--vscode-editorWidget-background': tokens.colorNeutralBackground1,
      '--vscode-editorWidget-foreground': tokens.colorNeutralForeground1,
      '--vscode-editorWidget-border': tokens.colorNeutralStroke1,
      '--vscode-editorHoverWidget-background': tokens.colorNeutralBackground1,
      '--vscode-editorHoverWidget-foreground': tokens.colorNeutralForeground1,
      '--vscode-editorHoverWidget-border': tokens.colorNeutralStroke1,
      '--vscode-editorSuggestWidget-background': tokens.colorNeutralBackground1,
      '--vscode-editorSuggestWidget-foreground': tokens.colorNeutralForeground1,
      '--vscode-editorSuggestWidget-border': tokens.colorNeutralStroke1,
      '--vscode-editorSuggestWidget-selectedBackground': tokens.colorBrandBackground2,
      '--vscode-editorSuggestWidget-selectedForeground': tokens.colorBrandForeground2,
      '--vscode-editorSuggestWidget-highlightForeground': tokens.colorBrandForeground1,
      '--vscode-editorSuggestWidget-focusHighlightForeground': tokens.colorBrandForeground1,
      '--vscode-diffEditor-removedLineBackground': moldeToken('statusLateBackground'),
      '--vscode-diffEditor-insertedLineBackground': moldeToken('statusConcludedBackground'),
      '--vscode-diffEditor-removedTextBackground': 'transparent',
      '--vscode-diffEditor-insertedTextBackground': 'transparent',
      '--vscode-editorError-foreground': tokens.colorStatusDangerForeground1,
    },
  },
  // A border above the text, which would cover an outline.
  focused: {
    '&:focus-within::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      zIndex: 10,
      border: `2px solid ${tokens.colorBrandStroke1}`,
      pointerEvents: 'none',
    },
  },
});
