import { definePlugin } from '@percept/sdk';
import { fields } from './fields/fields';
import { documentRead } from './read/read';
import { render } from './render/render';
import { searchable } from './searchable/searchable';

export default definePlugin({ name: 'document', version: '1.0.0', capabilities: [documentRead, fields, render, searchable] });
