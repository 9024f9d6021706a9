import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Failure } from '../parts/failure';
import { Ago } from '../parts/time/ago';
import type { Model } from './model';
import { measureSpeed, speedBefore } from './speed-measured';
import { short } from '../parts/text/numbers';

/** The model's speed on this machine, measured on request and kept in this browser. */
export function SpeedHere({ of: { name, digest, state } }: { of: Model }) {
  const measuring = useMutation({ mutationFn: () => measureSpeed(name) });
  const speed = measuring.data ?? speedBefore(digest);
  if (state !== 'ready') return '–';
  return (
    <>
      {speed && (
        <>
          <span className="whole">{short(speed.ms)} ms</span>
          <Text size="xs" mb={4}>
            on {speed.on}, <Ago at={speed.at} />
          </Text>
        </>
      )}
      <Button
        size="compact-xs"
        variant="default"
        loading={measuring.isPending}
        onClick={() => measuring.mutate()}
        aria-label={`Measure the speed of ${name}`}
      >
        {speed ? 'Again' : 'Measure'}
      </Button>
      {measuring.isError && <Failure error={measuring.error} />}
    </>
  );
}
