import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { newId } from '@percept/core';

@Module({})
class M {}
async function go() {
  const app = await NestFactory.create(M, new FastifyAdapter());
  console.log(newId('run'));
  await app.close();
}
void go();
