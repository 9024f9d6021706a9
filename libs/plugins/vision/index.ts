import { definePlugin } from '@percept/sdk';
import { analyze } from './analyze/analyze';
import { annotate } from './annotate/annotate';
import { barcodes } from './barcodes/barcodes';
import { classify } from './classify';
import { detect } from './detect/detect';
import { embed } from './embed/embed';
import { faces } from './faces/faces';
import { recognize } from './recognize/recognize';
import { redact } from './redact/redact';
import { visionText } from './text/text';

export default definePlugin({
  name: 'vision',
  version: '1.0.0',
  capabilities: [classify, detect, analyze, visionText, faces, barcodes, embed, recognize, redact, annotate],
});
