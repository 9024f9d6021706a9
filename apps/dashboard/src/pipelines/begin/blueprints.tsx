import { Radio, Stack } from '@mantine/core';
import { readBlueprint, type Blueprint } from './blueprint-text';

const TEXTS = import.meta.glob<string>('../../../../../pipelines/*.yaml', { query: '?raw', import: 'default', eager: true });
const BLUEPRINTS = Object.values(TEXTS).map(readBlueprint);

interface BlueprintsProps {
  /** The name of the chosen blueprint. Empty if none. */
  chosen: string;
  onChoose: (blueprint: Blueprint | undefined) => void;
}

/** The pipelines that come with Percept, as templates. */
export default function Blueprints({ chosen, onChoose }: BlueprintsProps) {
  return (
    <Radio.Group label="Start from" value={chosen} onChange={(name) => onChoose(BLUEPRINTS.find((each) => each.name === name))}>
      <Stack gap="xs" mt="xs">
        <Radio value="" label="A short example" description="Finds the objects in every image of a folder." />
        {BLUEPRINTS.map(({ name, description }) => (
          <Radio key={name} value={name} label={name} description={description} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
