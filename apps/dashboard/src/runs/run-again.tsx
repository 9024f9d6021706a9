import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Failure } from '../parts/failure';
import type { RunDetail } from '../pipelines/answers';
import { usePipeline } from '../pipelines/queries';
import { RunForm } from '../pipelines/run-form';

/** Starts the current version of the pipeline with the inputs of a run or with others. */
export function RunAgain({ of: { pipeline: name, inputs } }: { of: RunDetail }) {
  const [asking, { open, close }] = useDisclosure(false);
  const pipeline = usePipeline(name, asking);
  return (
    <>
      <Button variant="default" loading={asking && pipeline.isPending} onClick={open}>
        Run again
      </Button>
      {asking && pipeline.data && <RunForm of={pipeline.data} given={inputs} onClose={close} />}
      {asking && pipeline.isError && <Failure error={pipeline.error} />}
    </>
  );
}
