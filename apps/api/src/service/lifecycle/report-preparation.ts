import type { prepareModels } from '@percept/core';

/** Tells the user that the first start converts the models, which takes seconds. */
export function reportPreparation(say: (line: string) => void): Parameters<typeof prepareModels>[0]['onProgress'] {
  return ({ name, state, index, total }) => {
    if (state === 'converting') say(`Converting the model ${name} (${index} of ${total}) …`);
  };
}
