import { useEffect, useReducer } from 'react';

const TICK_MS = 10_000;
const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Renders the caller again every ten seconds. The whole page shares one timer. */
export function useNow(): void {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    watchers.add(draw);
    timer ??= setInterval(() => watchers.forEach((each) => each()), TICK_MS);
    return () => {
      watchers.delete(draw);
      if (watchers.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, []);
}
