import type { Client } from '@modelcontextprotocol/client';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { EXAMPLES, type RunningPercept } from '../../../harness/percept';
import { sending } from '../../../harness/sending';
import type { Connect } from './connect';

const image = readFileSync(join(EXAMPLES, 'crossing.jpg'));

/** Handles instead of images, and links to annotated ones, for a client of one revision. */
export function uploadCases(service: () => RunningPercept, connect: Connect): void {
  describe('uploads', () => {
    const { send, make } = sending(service);
    let key: string;
    let client: Client;
    // A key that may not read files has only its uploads.
    beforeAll(async () => {
      key = (await make({ plan: 'pro', scopes: ['predict'] })).key;
      client = await connect(key);
    });
    afterAll(() => client.close());
    afterEach(async () => {
      for (const { id } of (await send('/v2/uploads', { key })).body.uploads)
        await send(`/v2/uploads/${id}`, { method: 'DELETE', key });
    });
    const detect = (args: object): Promise<any> =>
      client.callTool({ name: 'vision_detect', arguments: { min_confidence: 0.5, ...args } });
    const upload = async (bytes: Buffer = image): Promise<any> => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'image/jpeg' };
      return (await fetch(`${service().url}/v2/uploads`, { method: 'POST', headers, body: new Uint8Array(bytes) })).json();
    };

    test('a handle stands for the image, and its bytes are a resource', async () => {
      const { id } = await upload();
      const { structuredContent, content } = await detect({ image: id });
      expect(structuredContent.detections.map(({ object }: any) => object)).toContain('stop sign');
      expect(content).toHaveLength(1);
      const { resources } = await client.listResources();
      expect(resources).toContainEqual({ uri: `percept://uploads/${id}`, name: id, mimeType: 'image/jpeg', size: image.length });
      const read: any = (await client.readResource({ uri: `percept://uploads/${id}` })).contents[0];
      expect([read.mimeType, image.equals(Buffer.from(read.blob, 'base64'))]).toEqual(['image/jpeg', true]);
      expect((await send(`/v2/uploads/${id}`, { method: 'DELETE', key })).status).toBe(204);
      await expect(client.readResource({ uri: `percept://uploads/${id}` })).rejects.toThrow(/no resource/);
    });

    test('a video by its handle is analyzed to its end, with progress', async () => {
      const video = readFileSync(join(EXAMPLES, '..', 'videos', 'harbour.mp4'));
      const { id, media_type } = await upload(video);
      expect(media_type).toBe('video/mp4');
      const seen: number[] = [];
      const onprogress = ({ progress, total }: { progress: number; total?: number }) => void seen.push(progress / total!);
      const call = { name: 'vision_video_analyze', arguments: { video: id, frame_interval: 5, features: ['objects'] } };
      const { structuredContent }: any = await client.callTool(call, { onprogress });
      expect(structuredContent.video_info).toMatchObject({ duration: 3, total_frames: 30 });
      expect(structuredContent.summary.dominant_objects).toContain('airplane');
      expect(seen.length).toBeGreaterThan(0);
      expect(seen).toEqual(seen.toSorted((one, next) => one - next));
      expect(seen.at(-1)).toBeLessThanOrEqual(1);
    });

    test('with annotate, the answer links to the image with its boxes: as a resource, and by its address with the key', async () => {
      const { id } = await upload();
      const { structuredContent, content } = await detect({ image: id, annotate: true });
      const link = content.find(({ type }: any) => type === 'resource_link');
      expect(link).toMatchObject({
        uri: expect.stringMatching(/^percept:\/\/uploads\/upl_/),
        name: 'annotated.jpg',
        mimeType: 'image/jpeg',
      });
      const { blob }: any = (await client.readResource({ uri: link.uri })).contents[0];
      const annotated = Buffer.from(blob, 'base64');
      expect(annotated).toHaveLength(link.size);
      const [, path] = /GET (\S+) with/.exec(link.description)!;
      const download = await fetch(`${service().url}${path}`, { headers: { authorization: `Bearer ${key}` } });
      expect(annotated.equals(Buffer.from(await download.arrayBuffer()))).toBe(true);
      expect((await fetch(`${service().url}${path}`)).status).toBe(401);
      const { structuredContent: plain, content: alone } = await detect({ image: id });
      const processing_time_ms = expect.any(Number);
      expect([structuredContent, alone.length]).toEqual([{ ...plain, processing_time_ms }, 1]);
      // The left edge of each box has the colour of its frame.
      const [before, after] = await Promise.all(
        [image, annotated].map((bytes) => sharp(bytes).raw().toBuffer({ resolveWithObject: true })),
      );
      const scale = after!.info.width / before!.info.width;
      for (const { bounding_box: box } of structuredContent.detections) {
        const x = Math.min(after!.info.width - 1, Math.round(box.x * scale));
        const y = Math.min(after!.info.height - 1, Math.round((box.y + box.height / 2) * scale));
        const [r, g, b] = after!.data.subarray((y * after!.info.width + x) * 3);
        expect(Math.max(r!, g!, b!) - Math.min(r!, g!, b!)).toBeGreaterThan(60);
      }
    });

    test('an image without boxes has no link, and one that the project has no room for says so', async () => {
      const gray = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'gray' } })
        .jpeg()
        .toBuffer();
      const { id } = await upload(gray);
      expect((await detect({ image: id, annotate: true })).content).toHaveLength(1);
      // The project may keep 1 MB.
      const large = await upload(Buffer.concat([image, Buffer.alloc(1024 * 1024 - 2 * image.length)]));
      const { structuredContent, content } = await detect({ image: large.id, annotate: true });
      expect(structuredContent.total_objects).toBeGreaterThan(0);
      expect(content[1]).toEqual({ type: 'text', text: expect.stringMatching(/not kept.*uploads_mb.*Delete some/) });
    });
  });
}
