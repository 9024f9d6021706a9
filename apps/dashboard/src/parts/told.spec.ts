import { told } from './told';

interface Shown {
  message: string;
  onClose: (note: { id: string }) => void;
}
const shown: Shown[] = [];
const hidden: string[] = [];

jest.mock('@mantine/notifications', () => ({
  notifications: {
    show: (note: Shown) => {
      shown.push(note);
      return note.message;
    },
    hide: (id: string) => {
      hidden.push(id);
      shown.find(({ message }) => message === id)!.onClose({ id });
    },
  },
}));

test('two notes are in the corner at most: the oldest makes room, unless it went by itself', async () => {
  await told('one');
  await told('two');
  expect(hidden).toEqual([]);
  await told('three');
  expect(hidden).toEqual(['one']);
  shown[1]!.onClose({ id: 'two' });
  await told('four');
  expect(hidden).toEqual(['one']);
  await told('five');
  expect(hidden).toEqual(['one', 'three']);
});
