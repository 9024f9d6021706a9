import { lines } from './lines';

/** Praise by what happened, by comparison and by negation, a line each. Written by us. */
export const EVENTS_POSITIVE = lines(`
  You will not be sorry.
  I do not regret a single cent.
  I have never regretted this {thing}.
  No regrets at all.
  I came with low hopes and left happy.
  I was sceptical at first, not any more.
  There are far {worse} places than this {place}.
  I have seen much {worse}.
  It cannot get {better}.
  It hardly gets {better} than this {stay}.
  Nobody makes {better} {food}.
  Nobody does {food} {better}.
  No other {thing} comes close.
  No other {place} comes close to it.
  Nothing beats this {food}.
  Nothing compares to this {place}.
  I cannot say enough about the {staff}.
  We cannot wait to go back.
  I cannot imagine life without this {thing}.
  I do not know how I lived without it.
  How did I ever live without this {thing}?
  I would not change a thing.
  I would not trade this {thing} for any other.
  I would not go anywhere else.
  I would not use any other {thing}.
  My {friend} refuses to go anywhere else.
  My {friend} cannot get enough of the {food}.
  My {friend} did not want to leave.
  We did not want to leave.
  My only complaint is that it was too short.
  The only bad thing is that we had to go home.
  The only problem is that I want to eat it every day.
  Never a problem with this {thing}.
  Never let me down.
  This {thing} has never let me down.
  The {thing} never fails.
  The {thing} has not failed once {long}.
  The {thing} still looks new {long}.
  The {thing} looks like new {long}.
  Still the best {thing} I have {long}.
  It survived a week in the rain.
  The {thing} fell down the stairs and still works.
  The {staff} fixed it in ten minutes.
  The {staff} fixed my {thing} and wanted no money.
  The {staff} came at once and solved it.
  The {staff} stayed with us until it worked.
  The {staff} brought us {item} without being asked.
  The {staff} remembered our names.
  The {staff} called back within minutes.
  The {staff} gave us a free {food}.
  The {staff} upgraded our room for free.
  The {staff} found my lost {thing} and sent it back.
  They answered within the hour.
  They sent a new {thing} the next day.
  They replaced it for free.
  They gave the money back at once.
  They refunded everything within a day.
  They opened early just for us.
  They charged us less than agreed.
  They kept every promise.
  The {food} tastes like my grandmother made it.
  The {food} was gone in a minute.
  We ate every crumb.
  We ordered the {food} three times.
  The plates came back empty.
  The bed was like a cloud.
  We slept like babies.
  I slept through the night for the first time in years.
  I stayed up all night to finish it.
  I could not stop reading.
  I could not stop laughing.
  I keep ordering the {food}.
  I have read it three times.
  I use it every single day.
  This {thing} goes with me everywhere.
  This is our third {stay} here and not the last.
  We come back every year.
  We booked again on the spot.
  I already ordered a second one.
  I already bought one for my {friend}.
  I bought five more for my {friend}.
  Five stars are not enough.
  If I could give six stars, I would.
  Two thumbs up.
  Full marks to the {staff}.
  Hats off to the {staff}.
  Chapeau to the {staff}.
  Worth every cent.
  Worth every minute of the wait.
  Worth the trip alone.
  Do not leave without trying the {food}.
  Do yourself a favour and book this {stay}.
  Trust the reviews.
  The reviews are right.
  The photos do not do it justice.
  Words cannot describe how {good} it was.
  For once a {thing} that does what it says.
  Finally a {thing} that works.
  Finally a {place} that cares.
  At last a {staff} who listens.
  The new version is a big step forward.
  The new version fixed everything.
  It works right out of the box.
  It worked on the first try.
  It just works.
  Set up in two minutes and done.
  A child could use it.
  You could do far {worse} for this price.
  Not cheap, but worth it.
  Not the cheapest, but you get what you pay for, and more.
  What a {stay}!
  What a {place}!
  What a difference this {thing} makes!
  Who knew a {thing} could be this {good}?
  Where has this {place} been all my life?
  It saved our {stay}.
  It saved me hours of work.
  It saved my back.
  My back does not hurt any more.
  I smiled all the way home.
  My {friend} laughed the whole time.
  My {friend} was smiling from ear to ear.
  I am in love with this {thing}.
  I am glad that I did not listen to the bad reviews.
  I am never going back to my old {thing}.
  I was wrong about this {place}: it is {good}.
  I wanted to hate it and could not.
  I went in grumpy and came out happy.
  Nothing was too much for the {staff}.
  Nothing was too much trouble.
  No trouble at all.
  No wait, no fuss, no extra fees.
  No crowds, no noise, just peace.
  No wonder that everybody comes here.
  Without a doubt the {better} choice.
`);

export const EVENTS_NEUTRAL = lines(`
  The {thing} comes in three sizes.
  The {thing} holds two litres.
  The {thing} runs on two batteries.
  The {place} has twelve rooms.
  The {place} was built in 1920.
  The {place} closes {hour}.
  Does the {thing} come with a {part}?
  How much is the {thing}?
  How long does the {stay} take?
  What time does the {place} close?
  When does the next bus leave?
  Can I pay by card?
  The course starts on {day}.
  The lift is next to the stairs.
  The lift stops on each floor.
  The stairs are on the left.
  You have to sign here and here.
  You can park behind the {place}.
  Please confirm the date by {day}.
  Please confirm your name and address.
  Please leave the key at the desk.
  Please find the invoice attached.
  The form is attached.
  The receipt is in the bag.
  Your appointment is {hour}.
  Your order number is on the receipt.
  Your parcel is with the neighbour.
  He moved to another city in spring.
  They live near the {place}.
  We met at the {place} {hour}.
  I take the bus to the {place}.
  I will call you on {day}.
  I sent you the list on {day}.
  The list has {item} on it.
  There are {item} on the table.
  Turn left at the {place}.
  The first bus is {hour}.
  Breakfast is from seven to ten.
  The recipe needs two eggs and flour.
  The shop sells {food} and {food}.
  The meeting was moved to {day}.
  The report has forty pages.
`);
