import { ExpressionError } from '../../../expressions';
import type { CallStep, Plan, Step } from '../../language';
import { evaluateTemplate, type Template } from '../../syntax';
import type { RunEntity, RunItemEntity } from '../entities';
import { runScope } from '../context/step-scope';
import { asSeen } from '../context/row-sources';

/** The parameters that name an image, a video or a document by path, URL or upload handle. */
const FIELDS = ['image', 'image_url', 'video', 'video_url', 'document', 'document_url'];

const callsOf = (step: Step): readonly CallStep[] => (step.kind === 'block' ? step.steps : [step]);

/** The first of these parameters in a call. */
function mediaParameter({ with: parameters }: CallStep): Template | undefined {
  if (parameters.kind === 'map') return parameters.entries.find(([name]) => FIELDS.includes(name))?.[1];
  if (parameters.kind !== 'constant') return undefined;
  const given = Object.entries(parameters.value as object).find(([name]) => FIELDS.includes(name));
  return given && { kind: 'constant', value: given[1] };
}

/** Whether the items of a step are images or videos. */
export const takesMedia = (step: Step): boolean => callsOf(step).some((call) => mediaParameter(call) !== undefined);

/**
 * The image or video of an item's steps, preferably of the step that failed: a path, a URL or a handle.
 * @returns undefined if there is none, or if it depends on values that are not kept, such as other steps of the run or secrets.
 */
export function mediaOfItem(run: RunEntity, { steps }: Plan, item: RunItemEntity): string | undefined {
  const step = steps.find(({ id }) => id === item.step);
  if (!step) return undefined;
  const scope = runScope(run);
  if (step.kind === 'block') scope[step.as] = item.item;
  for (const [id, result] of Object.entries(item.results ?? {})) scope[id] = asSeen(id, result);
  const calls = callsOf(step).toSorted((one, other) => rank(one, item) - rank(other, item));
  for (const call of calls) {
    const parameter = mediaParameter(call);
    const value = parameter && valueOr(parameter, scope);
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return undefined;
}

const rank = ({ id }: CallStep, { error_step }: RunItemEntity): number => (id === error_step ? 0 : 1);

function valueOr(template: Template, scope: Parameters<typeof evaluateTemplate>[1]): unknown {
  try {
    return evaluateTemplate(template, scope);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return undefined;
  }
}
