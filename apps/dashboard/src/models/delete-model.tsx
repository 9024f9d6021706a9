import { useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { Confirm } from '../parts/confirm';
import type { Model } from './model';

/** Removes a model that was added. Models that come with Percept stay. */
export function DeleteModel({ of: { name, own, shared } }: { of: Model }) {
  const client = useQueryClient();
  if (!own) return null;
  const remove = async (): Promise<void> => {
    await api.DELETE('/v2/models/{name}', { params: { path: { name } } });
    await client.invalidateQueries({ queryKey: ['models'] });
  };
  return (
    <Confirm
      label="Delete"
      size="xs"
      grave
      title={`Delete ${name}?`}
      consequence={`${shared ? 'All projects lose this model' : 'This project loses this model'}, and its files are deleted. Requests that name it will be refused.`}
      onConfirm={remove}
    />
  );
}
