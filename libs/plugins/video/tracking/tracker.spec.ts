import { Tracker } from './tracker';

test('two that pass each other keep their tracks, and a faint detection begins none', () => {
  const tracker = new Tracker();
  const at = (x: number, y: number, confidence = 0.9) => ({
    label: 'person',
    confidence,
    bounding_box: { x, y, width: 40, height: 100 },
  });
  for (let entry = 0; entry < 10; entry++)
    tracker.update({ entry, time: entry * 0.1 }, [at(entry * 20, 0), at(180 - entry * 20, 10), at(800, 300, 0.4)]);
  expect(tracker.tracks.map(({ detections }) => [detections.length, detections[0]!.box.x, detections.at(-1)!.box.x])).toEqual([
    [10, 0, 180],
    [10, 180, 0],
  ]);
});

test('who is gone from a frame long after the last is not the one who comes next', () => {
  const tracker = new Tracker();
  const person = { label: 'person', confidence: 0.9, bounding_box: { x: 0, y: 0, width: 40, height: 100 } };
  tracker.update({ entry: 0, time: 0 }, [person]);
  tracker.update({ entry: 1, time: 3 }, []);
  tracker.update({ entry: 2, time: 6 }, [person]);
  expect(tracker.tracks).toHaveLength(2);
});

test('after a cut nobody goes on', () => {
  const tracker = new Tracker();
  const car = { label: 'car', confidence: 0.9, bounding_box: { x: 0, y: 0, width: 100, height: 50 } };
  tracker.update({ entry: 0, time: 0 }, [car]);
  tracker.cut();
  tracker.update({ entry: 1, time: 0.1 }, [car]);
  expect(tracker.tracks).toHaveLength(2);
});
