// Prepares the models in a process of its own: `node prepare-models.js MODELS_DIR DATA_DIR`. Prints what it converted.
import { prepareModels } from '../../../libs/core/src/inference/models/registry';

prepareModels({ modelsDir: process.argv[2]!, dataDir: process.argv[3]! }).then(
  (converted) => process.stdout.write(JSON.stringify(converted)),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
