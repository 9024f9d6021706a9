import { NativeSelect } from '@mantine/core';
import { chosenProject, useProjects, workIn } from './projects';

/** Chooses the project that the dashboard works in. Hidden from users with only one. */
export function ProjectSwitch() {
  const { data: projects = [] } = useProjects();
  const [own] = projects;
  if (!own || projects.length === 1) return null;
  return (
    <NativeSelect
      label="Project"
      mb="xs"
      data={projects.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosenProject() ?? own.id}
      onChange={({ target: { value } }) => workIn(value === own.id ? undefined : value)}
    />
  );
}
