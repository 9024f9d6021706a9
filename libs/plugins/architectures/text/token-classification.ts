import type { LoadedModel, ModelArchitecture, ModelTasks, NamedSpan, NamedText } from '@percept/sdk/models';
import { checkLabels } from '../processor';
import { simplerLabels, toSpans, typeFrom, longestSpans, type Scored } from './aggregation';
import { softmaxScores } from '../../text/models/label-scores';
import { tokensFrom } from './classification';
import { TokenReader, type PlacedWindow } from './tokens';

type TokenClassifier = ModelTasks['token-classification'];

/** How many tokens two windows of a long text share at most. */
const MAX_OVERLAP = 64;

/** A network that scores each label for each token of a text. @throws Error if the model takes no tokens. */
export function openTokenClassifier(model: LoadedModel) {
  const runner = new SpanFinder(model, new TokenReader(model));
  return { runner, warm: async () => void (await runner.run(['Hello'])), close: () => model.session.release() };
}

class SpanFinder implements TokenClassifier {
  readonly identity;
  readonly types: readonly string[];
  private readonly labels: readonly string[];

  constructor(
    private readonly model: LoadedModel,
    private readonly reader: TokenReader,
  ) {
    this.identity = model.identity;
    this.labels = simplerLabels(model.manifest.labels);
    this.types = [...new Set(this.labels.filter((label) => label !== 'O').map(typeFrom))];
  }

  async run(texts: readonly string[], { timer }: Parameters<TokenClassifier['run']>[1] = {}): Promise<NamedText[]> {
    const answers: NamedText[] = [];
    for (const text of texts) {
      const { windows, known } = this.reader.place(text);
      const spans: NamedSpan[] = [];
      for (const window of windows) {
        const ask = () => this.reader.ask(window);
        const outputs = await (timer ? timer.time('inference', ask) : ask());
        spans.push(...toSpans(this.scored(text, window, outputs), this.labels, this.model.manifest.output.aggregation));
      }
      answers.push({ known, spans: windows.length > 1 ? longestSpans(spans) : spans });
    }
    return answers;
  }

  private scored(text: string, { tokens, first, ids }: PlacedWindow, outputs: Awaited<ReturnType<TokenReader['ask']>>): Scored[] {
    const { manifest, session, identity } = this.model;
    const { data } = outputs[manifest.output.names.scores ?? session.outputNames[0]!] ?? {};
    const count = this.labels.length;
    if (!(data instanceof Float32Array) || data.length !== ids.length * count)
      throw new Error(`Model '${identity.name}' must answer a number for each of its ${count} labels and each token.`);
    return tokens.map(({ id, start, end }, number) => {
      const row = data.subarray((first + number) * count, (first + number + 1) * count);
      return { start, end, scores: Array.from(softmaxScores(row)), isSubword: this.isSubword(text, { id, start, end }) };
    });
  }

  /**
   * Whether a token continues a word, as the Transformers library decides: by the tokenizer's mark, or else by the missing space
   * before it.
   */
  private isSubword(text: string, { id, start, end }: { id: number; start: number; end: number }): boolean {
    if (this.reader.isUnknown(id)) return false;
    if (!this.reader.marksSubwords) return start > 0 && !text.slice(start - 1, start + 1).includes(' ');
    return [...this.reader.wordAt(id)].length !== [...text.slice(start, end)].length;
  }
}

export const tokenClassification: ModelArchitecture = {
  name: 'token classification (transformers)',
  recognize(facts) {
    const [output] = facts.outputs;
    const isText = facts.inputs.some(({ name }) => name === 'input_ids');
    if (!isText || facts.outputs.length !== 1 || output!.shape.length !== 3 || output!.name !== 'logits') return undefined;
    if (facts.labels.length === 0 && /CausalLM|MaskedLM|Generation/.test(JSON.stringify(facts.config['architectures'])))
      return undefined;
    if (!facts.files.some((file) => file.endsWith('tokenizer.json')))
      throw new Error(
        'It has no tokenizer.json: save it with a fast tokenizer (AutoTokenizer.save_pretrained), and add it again.',
      );
    checkLabels(facts, output!.shape[2] ?? -1);
    const tokens = tokensFrom(facts);
    return {
      task: 'token-classification',
      output: { decoder: 'logits', names: { scores: 'logits' }, aggregation: 'simple' },
      tokens: { ...tokens, overlap: Math.min(MAX_OVERLAP, Math.floor(tokens.longest / 4)) },
    };
  },
};
