import { Button } from '@mantine/core';

/** Downloads the saved text of a pipeline. */
export function ExportText({ name, text }: { name: string; text: string }) {
  const download = () => {
    const address = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }));
    const link = Object.assign(document.createElement('a'), { href: address, download: `${name}.yaml` });
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <Button variant="default" onClick={download}>
      Export
    </Button>
  );
}
