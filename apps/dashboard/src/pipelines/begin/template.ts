/** The default template for a new pipeline. It runs unchanged, over the example images. */
export function templateFor(name: string): string {
  return `version: 1
name: ${name}
description: Finds the objects in every image of a folder.
inputs:
  folder: { type: string, default: ./examples/images }
steps:
  - id: photos
    for_each:
      files: \${{ inputs.folder }}/**/*.{jpg,png,webp}
      as: photo
      concurrency: 4
    steps:
      - id: detect
        uses: vision.detect
        with: { image: "\${{ photo.path }}" }
    collect:
      file: \${{ photo.path }}
      objects: \${{ detect.total_objects }}
outputs:
  - jsonl: objects.jsonl
    rows: \${{ photos.rows }}
`;
}
