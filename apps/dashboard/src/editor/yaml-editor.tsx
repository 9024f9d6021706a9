import { autocompletion, completionKeymap, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { Annotation, EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import { styleNonce } from '../parts/style-nonce';
import { suggestions, type CompletionSchema } from './schema-walk';
import { placeAt } from './yaml-place';

/** A mistake with its position. Lines and columns count from 1. */
interface EditorFinding {
  line: number;
  column: number;
  reason: string;
}

interface YamlEditorProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  findings: readonly EditorFinding[];
  schema?: CompletionSchema;
}

function completeFrom(schema: CompletionSchema, context: CompletionContext): CompletionResult | null {
  const line = context.state.doc.lineAt(context.pos);
  const place = placeAt(context.state.doc.toString(), line.number - 1, context.pos - line.from);
  if (place.typed === '' && !context.explicit && place.key === undefined) return null;
  const options = suggestions(schema, place).map(({ label, detail }) => ({
    label,
    info: detail,
    apply: place.key === undefined ? `${label}: ` : label,
    type: place.key === undefined ? 'property' : 'enum',
  }));
  return options.length > 0 ? { from: context.pos - place.typed.length, options, validFor: /^[\w.-]*$/ } : null;
}

const theme = EditorView.theme({
  '&': { border: '1px solid var(--mantine-color-default-border)', borderRadius: '8px', fontSize: '13px' },
  '.cm-scroller': { minHeight: '320px', maxHeight: '60vh', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--mantine-color-text)' },
  '.cm-activeLine': { backgroundColor: 'var(--mantine-color-default-hover)' },
  '.cm-tooltip': { backgroundColor: 'var(--mantine-color-body)', color: 'var(--mantine-color-text)' },
});

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--code-key)' },
  { tag: [tags.string, tags.content], color: 'var(--code-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: tags.comment, color: 'var(--code-comment)', fontStyle: 'italic' },
]);

/** Marks a change that did not come from typing. */
const FromOutside = Annotation.define<boolean>();

/**
 * Replaces a selection with typed text. The browser's own editing would copy the selected text's style attributes, which the page's
 * content security policy refuses.
 */
const replaceWithoutStyles = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event;
    // Uses the browser's selection, because the editor learns of it later.
    const selected = document.getSelection();
    if (inputType !== 'insertText' || data === null || isComposing || !selected?.rangeCount || selected.isCollapsed) return false;
    event.preventDefault();
    const range = selected.getRangeAt(0);
    const from = view.posAtDOM(range.startContainer, range.startOffset);
    const to = view.posAtDOM(range.endContainer, range.endOffset);
    const changes = { from, to, insert: view.state.toText(data) };
    view.dispatch({
      changes,
      selection: { anchor: from + changes.insert.length },
      userEvent: 'input.type',
      scrollIntoView: true,
    });
    return true;
  },
});

/** A YAML editor that completes from a JSON Schema and marks mistakes at their lines. */
export function YamlEditor({ label, value, onChange, findings, schema }: YamlEditorProps) {
  const frame = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef({ onChange, schema });
  /** Typed texts that have not come back as `value`. It lags behind the editor and must not undo newer typing. */
  const typed = useRef<string[]>([]);
  useEffect(() => {
    latest.current = { onChange, schema };
  });
  useEffect(() => {
    const complete = (context: CompletionContext) =>
      latest.current.schema ? completeFrom(latest.current.schema, context) : null;
    const editor = new EditorView({
      parent: frame.current!,
      state: EditorState.create({
        doc: value,
        extensions: [
          EditorView.cspNonce.of(styleNonce),
          lineNumbers(),
          history(),
          highlightActiveLine(),
          yaml(),
          syntaxHighlighting(colours),
          autocompletion({ override: [complete] }),
          lintGutter(),
          keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          replaceWithoutStyles,
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged || update.transactions.some((each) => each.annotation(FromOutside))) return;
            const text = update.state.doc.toString();
            typed.current.push(text);
            latest.current.onChange(text);
          }),
          theme,
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
    // The editor owns its text. The effect below puts in a new text from outside.
  }, [label]);
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const text = editor.state.doc.toString();
    const at = typed.current.indexOf(value);
    typed.current = at < 0 || text === value ? [] : typed.current.slice(at + 1);
    if (at >= 0 || text === value) return;
    const changes = { from: 0, to: text.length, insert: value };
    editor.dispatch({ changes, annotations: FromOutside.of(true) });
  }, [value]);
  useEffect(() => {
    const editor = view.current;
    if (editor)
      editor.dispatch(
        setDiagnostics(
          editor.state,
          findings.map((each) => diagnostic(editor, each)),
        ),
      );
  }, [findings, value]);
  return <div ref={frame} />;
}

function diagnostic(editor: EditorView, { line, column, reason }: EditorFinding) {
  const { doc } = editor.state;
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const from = Math.min(at.from + Math.max(column - 1, 0), at.to);
  return { from, to: Math.max(at.to, from), severity: 'error' as const, message: reason };
}
