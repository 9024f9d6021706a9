import type { ClassifiedText, LoadedModel, ModelArchitecture, ModelTasks } from '@percept/sdk/models';
import { CLASSIFIER_ACTIVATIONS } from '../../text/models/label-scores';
import { checkLabels } from '../processor';
import { longestFrom, averageWindows, TokenReader } from './tokens';

type TextClassifier = ModelTasks['text-classification'];

/**
 * A network that scores each label from the tokens of a text.
 * @throws Error if the manifest names no known decoder or the model takes no tokens.
 */
export function openTransformerClassifier(model: LoadedModel) {
  const { identity, manifest, session } = model;
  const activation = CLASSIFIER_ACTIVATIONS[manifest.output.decoder];
  if (!activation)
    throw new Error(
      `Model '${identity.name}': output.decoder is '${manifest.output.decoder}', but must be one of ${Object.keys(CLASSIFIER_ACTIVATIONS).join(', ')}.`,
    );
  const runner = new TokenClassifier(model, new TokenReader(model), activation);
  return { runner, warm: async () => void (await runner.run(['Hello'])), close: () => session.release() };
}

class TokenClassifier implements TextClassifier {
  readonly identity;
  readonly uses = [];
  readonly labels: readonly string[];

  constructor(
    private readonly model: LoadedModel,
    private readonly reader: TokenReader,
    private readonly activation: (values: Float32Array) => Float32Array,
  ) {
    this.identity = model.identity;
    this.labels = model.manifest.labels;
  }

  async run(texts: readonly string[], { timer }: Parameters<TextClassifier['run']>[1] = {}): Promise<ClassifiedText[]> {
    const answers: ClassifiedText[] = [];
    for (const text of texts) {
      const { windows, known } = this.reader.tokenize(text);
      const scores: Float32Array[] = [];
      for (const window of windows) {
        const ask = () => this.reader.ask(window);
        scores.push(this.activation(this.numbers(await (timer ? timer.time('inference', ask) : ask()))));
      }
      const all = Array.from(averageWindows(windows, scores), (confidence, at) => ({ label: this.labels[at]!, confidence }));
      answers.push({ known, classifications: all.sort((one, other) => other.confidence - one.confidence) });
    }
    return answers;
  }

  private numbers(outputs: Awaited<ReturnType<TokenReader['ask']>>): Float32Array {
    const { manifest, session, identity } = this.model;
    const { data } = outputs[manifest.output.names.scores ?? session.outputNames[0]!] ?? {};
    if (data instanceof Float32Array && data.length === this.labels.length) return data;
    throw new Error(`Model '${identity.name}' must answer a number for each of its ${this.labels.length} labels.`);
  }
}

export const textClassification: ModelArchitecture = {
  name: 'text classification (transformers)',
  recognize(facts) {
    const [output] = facts.outputs;
    const isText = facts.inputs.some(({ name }) => name === 'input_ids');
    if (!isText || facts.outputs.length !== 1 || output!.shape.length !== 2 || output!.name !== 'logits') return undefined;
    if (!facts.files.some((file) => file.endsWith('tokenizer.json')))
      throw new Error(
        'It has no tokenizer.json: save it with a fast tokenizer (AutoTokenizer.save_pretrained), and add it again.',
      );
    checkLabels(facts, output!.shape[1] ?? -1);
    const many = facts.config['problem_type'] === 'multi_label_classification' || facts.labels.length === 1;
    return {
      task: 'text-classification',
      output: { decoder: many ? 'sigmoid' : 'logits', names: { scores: 'logits' } },
      tokens: tokensFrom(facts),
    };
  },
};

/** The files of the tokenizer, and how many tokens of a text the network reads at once. */
export function tokensFrom({ config, tokenizer }: Parameters<ModelArchitecture['recognize']>[0]) {
  return {
    file: 'tokenizer.json',
    ...(tokenizer && { config: 'tokenizer_config.json' }),
    longest: longestFrom(config, tokenizer),
  };
}
