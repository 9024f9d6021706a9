/**
 * The thresholds for claiming an activity. Lengths are in torsos (middle of the shoulders to middle of the hips) or body heights
 * (of the box), speeds in body heights or sizes a second, angles in degrees from the vertical, times in seconds. A walker of 1.7 m
 * at 1.4 m/s makes 0.8 body heights a second, a runner at 3 m/s 1.8. `step` is the longest time between frames at which an activity
 * can be recognised; beyond it none is claimed.
 */
export const THRESHOLDS = {
  lying: { lean: 60, widerThanHigh: 1.1 },
  sitting: { lean: 50, knees: 0.55, shin: 0.3, thigh: 0.6, speed: 0.2 },
  /** `room`: how far the image must extend below the knees, in torsos. */
  upright: { lean: 35, knees: 0.6, room: 0.1, fromAbove: { legs: 0.85, thigh: 0.8, tall: 2.7 } },
  /** The minimum height of the box by its width for people who stand or walk, if no body is found. */
  tall: 1.7,
  standing: { speed: 0.12, growth: 0.1 },
  walking: { speed: 0.2, growth: 0.15, straight: 0.5, step: 1.5 },
  running: { speed: 1.3, lean: 45, step: 0.5 },
  raising_hands: { aboveHead: 0.2 },
  waving: { step: 0.2, within: 2, turns: 2, swing: 0.25 },
  /**
   * How far the hand is above the hips, in torsos; its mean speed in torsos a second over this many steps; the person's own pace.
   */
  gesturing: { raised: 0.15, speed: 0.4, times: 3, step: 0.35, within: 1.5, pace: 0.2 },
  jumping: { step: 0.15, within: 0.6, height: 0.1 },
  falling: { step: 0.5, within: 1.2, from: 35, to: 60, drop: 0.25 },
  /** A vehicle's speed in sizes a second; the largest step at which it is still the same vehicle. */
  driving: { speed: 0.3, step: 1.5 },
  cycling: { speed: 0.15, onIt: 0.25 },
  riding: { onIt: 0.25 },
  skiing: { feet: 0.35 },
  surfing: { feet: 0.35 },
  /** The ball's speed in body heights a second: a ball that lies beside somebody is not played with. */
  playing_ball: { reach: 1, speed: 0.3, step: 0.7 },
  using_phone: { reach: 0.6 },
  using_laptop: { reach: 0.4 },
  eating: { reach: 0.7 },
} as const;
