import { lines } from './lines';

/** Complaints by what happened, by comparison and by irony, a line each. Written by us. */
export const EVENTS_NEGATIVE = lines(`
  The {thing} {broke} {soon}.
  My {thing} {broke} {soon} and nobody helped.
  The {part} of the {thing} {broke} {soon}.
  The second {thing} {broke} as well.
  Both of them {broke}.
  The {thing} arrived {damaged}.
  It arrived {damaged}.
  The parcel came {damaged} and late.
  The {thing} came without the {part}.
  The {part} was missing from the box.
  Half of the parts were missing.
  They sent the wrong {thing}.
  They sent me the wrong size and the wrong colour.
  I ordered {item} and got something else.
  We waited {wait} and then they forgot us.
  It took them {wait} to answer.
  {wait} later and still no refund.
  Still waiting for my {thing}.
  Still no {thing} after {wait}.
  Two calls, four letters and no answer.
  Nobody answers the phone.
  Nobody answered my messages.
  Nobody warned us that the {place} was closed.
  No one told me about the extra fee.
  The {staff} ignored us.
  The {staff} rolled his eyes when I asked.
  The {staff} shouted at my {friend}.
  The {staff} lied to me.
  The {staff} laughed at my question.
  The {staff} never showed up.
  The {staff} blamed us for it.
  The support line put me on hold for {wait}.
  They charged me {times}.
  They charged us for {food} that we never had.
  They took the money and never sent the {thing}.
  They kept my deposit.
  They refused to give me a refund.
  They refuse to take the {thing} back.
  They cancelled my order without a word.
  They gave our table to somebody else.
  They gave us the wrong room.
  The {place} had no hot water.
  The {place} was closed when we got there.
  The {place} smelled of {smell}.
  Our room smelled of {smell}.
  We found {vermin} under the bed.
  The {food} came out {spoiled}.
  My {food} was {spoiled} inside.
  The {food} gave me a stomach ache.
  We were all sick the next day.
  The bed was hard as a board.
  The walls are so thin that we heard everything.
  We did not sleep a minute.
  The {thing} was used before, with scratches all over.
  The {thing} gets too hot to touch.
  The {thing} makes a noise like a tractor.
  The {thing} loses its connection all the time.
  The {thing} freezes whenever I need it.
  The {thing} has to be charged twice a day.
  The {thing} will not turn on any more.
  The {thing} refuses to start.
  The {thing} never worked properly.
  The {thing} stopped charging.
  The battery lasts twenty minutes.
  The last update broke everything.
  The new version is a step back.
  The new version removed what I used most.
  Every update makes it {worse}.
  I had to {fix} it twice already.
  I had to throw the {thing} away.
  I had to call {times} before anyone came.
  The repair cost more than the {thing}.
  The instructions make no sense.
  The manual is written in no known language.
  You need three hands to open it.
  Whoever made this {thing} has never used one.
  Whoever designed the {part} should be ashamed.
  A child could have built a {better} {thing}.
  My old {thing} was {better}.
  My ten year old {thing} does a {better} job.
  I have had {better} {food} at a petrol station.
  I have seen {better} {thing}s at a flea market.
  I have never met a {worse} {staff}.
  It cannot get any {worse}.
  It could hardly be {worse}.
  It gets {worse} every time.
  You will regret this {stay}.
  You will regret buying it.
  I regret every cent.
  I regret this purchase.
  I regret coming here.
  We regret booking this {stay}.
  A waste of a good {stay}.
  Waste of a whole weekend.
  Do not go there.
  Do not trust them.
  Do not believe the reviews.
  Do not make my mistake.
  Stay away from this {place}.
  Look elsewhere.
  Keep your receipt, you will need it.
  I would rather {drudge} than go back there.
  I would rather {drudge} than use this {thing} again.
  If I could give no stars, I would.
  One star is too much.
  One star, and only because I had to give one.
  Zero stars.
  Two thumbs down.
  I want to talk to somebody in charge.
  I demand a refund.
  Where is my money?
  Where is my order?
  Why does nobody answer?
  How hard can it be to send a {thing}?
  Great, my {thing} {broke} again.
  Oh good, one more {trouble}.
  Just what I needed, a {trouble}.
  Thanks for the {trouble}.
  Thanks for ruining our {stay}.
  Thanks for nothing, {place} people.
  Well done, you lost my {thing}.
  Nice of them to charge me {times}.
  So much for good service.
  So much for next day delivery.
  Good luck getting your money back.
  Good luck reaching anybody there.
  Could have been {good}, but it was {bad}.
  I had high hopes, but no.
  I was looking forward to it, and then this.
  It looks {good} but it does not work.
  The {thing} looks {good} and falls apart.
  All talk and no service.
  They do not care about their guests.
  They only want your money.
  I stopped halfway through.
  I left after half an hour.
  We left hungry.
  We walked out.
  We will not be back.
  First and last time.
  Once and never again.
  Not what I paid for.
  Not what we ordered.
  Not even close to what they promised.
  Not one thing worked.
  Nothing works {soon}.
  Nothing worked in our room.
  Nothing was ready when we came.
  I am still angry about that {stay}.
  I was charged a fee that nobody mentioned.
  My {friend} cried all the way home.
  The {thing} hurts my {friend} more than it helps.
`);

export const EVENT_SLOTS: Readonly<Record<string, string>> = {
  damaged:
    'broken|cracked|with a dent|scratched|soaked|in pieces|torn|crushed|opened|half empty|with a hole in it|smashed|bent|dirty',
  times: 'twice|three times|for nothing|double|more than agreed|twice for one night|two days later again',
  smell: 'smoke|mould|sewage|wet dog|old fat|paint|cigarettes|bleach|garbage|fish',
  vermin: 'a cockroach|mould|hair|a dead fly|ants|a spider|dust everywhere|somebody else’s sock|mice|bed bugs|a worm|glass',
  spoiled:
    'burnt|raw|lukewarm|cold|stale|dry as dust|undercooked|overcooked|soggy|sour|too salty|greasy|frozen in the middle|mouldy|tasteless',
  fix: 'fix|repair|glue|rebuild|restart|return|replace|clean|reset|sew',
  drudge: 'walk|stay at home|eat cardboard|sleep in the car|wash dishes|do my taxes|sit in traffic|queue all day',
  trouble:
    'delay|cancellation|flat tyre|power cut|hidden fee|broken promise|error message|price rise|long queue|crash|bill|outage',
};
